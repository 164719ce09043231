/** A set of keys whose values are texts, true, false or further sets. */
export interface PlainMap {
  [key: string]: string | boolean | PlainMap;
}

/** Plain words that YAML takes for a text whatever follows: they begin with a letter that no number or other value begins with alone. */
const plain = /^[\p{L}(](?:[^\s:#\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]|:(?=[^\s:#])| (?=[^\s:#]))*$/u;
/** Words that YAML takes for something else than a text, and everything that a number could be. */
const special = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const quoted = /^"(?:[^"\\\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]|\\["\\])*"$/u;
const line = /^( *)([a-zA-Z][a-zA-Z0-9_-]{0,62}):(?: (.*))?$/;

/**
 * The common and simple part of YAML: keys in lines of their own, with a plain or a double-quoted text, true
 * or false, or with further keys below, two blanks further in. Whoever reads hundreds of such heads needn't take each
 * apart by all rules of YAML. Null for all that is not beyond doubt: the whole reader has to look then.
 */
export function readPlainYaml(yaml: string): PlainMap | null {
  const whole: PlainMap = Object.create(null) as PlainMap;
  /** The sets that are open, from the outermost in. */
  const open: PlainMap[] = [whole];
  /** A key without a value, whose set is in the next lines. */
  let pending: { map: PlainMap; key: string } | null = null;
  for (const text of yaml.replace(/\n$/, '').split('\n')) {
    const [, indent, key, value] = line.exec(text) ?? [];
    if (indent === undefined || key === undefined || indent.length % 2 !== 0 || special.test(key)) return null;
    const depth = indent.length / 2;
    if (pending) {
      if (depth !== open.length) return null;
      const inner = Object.create(null) as PlainMap;
      pending.map[pending.key] = inner;
      open.push(inner);
      pending = null;
    }
    if (depth >= open.length) return null;
    open.length = depth + 1;
    const map = open[depth];
    if (!map || key in map) return null;
    if (value === undefined) pending = { map, key };
    else if (quoted.test(value)) map[key] = value.slice(1, -1).replace(/\\(["\\])/g, '$1');
    else if (value === 'true' || value === 'false') map[key] = value === 'true';
    else if (plain.test(value) && !special.test(value)) map[key] = value;
    else return null;
  }
  return pending === null ? whole : null;
}
