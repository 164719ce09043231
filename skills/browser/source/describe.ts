import type { ElementFact } from './page/look';

/** What a person's words ask for. */
export interface Description {
  /** The words without those for kind and number, made plain. */
  words: string;
  /** All of them, made plain. */
  whole: string;
  /** Roles that the words name; null for any. */
  roles: readonly string[] | null;
  /** From 1; −1 for the last; null when not said. */
  ordinal: number | null;
}

const buttons = ['button', 'clickable', 'link', 'tab', 'switch', 'menuitem'];
const texts = ['textbox', 'searchbox', 'password', 'combobox', 'spinbutton'];
/** Words for kinds of element and the roles that they mean, longest first. */
const kinds: [RegExp, readonly string[]][] = [
  [/\b(search (?:box|field|bar|input))\b|搜索(?:框|栏|输入框)/, ['searchbox', 'textbox', 'combobox']],
  [/\b(drop-?\s?down(?: list| menu)?|combo ?box|select(?: box| list)?)\b|下拉(?:框|列表|菜单)?|选择框/, ['combobox', 'listbox', 'button', 'clickable']],
  [/\b(check ?box|tick ?box)\b|复选框|勾选框/, ['checkbox', 'menuitemcheckbox', 'switch']],
  [/\b(radio(?: button)?)\b|单选(?:框|按钮)?/, ['radio', 'menuitemradio']],
  [/\b(text ?(?:box|field|area)|input(?: box| field)?|field|box)\b|(?:文本|输入)(?:框|区|栏)|[框栏](?=$|\s)/, texts],
  [/\b(button|icon)\b|按钮|按键|图标/, buttons],
  [/\b(hyper)?link\b|链接|超链接/, ['link', 'clickable']],
  [/\btab\b|标签页?|选项卡/, ['tab', 'link', 'button']],
  [/\bmenu item\b|菜单项?/, ['menuitem', 'menuitemcheckbox', 'menuitemradio', 'link', 'button']],
  [/\b(switch|toggle)\b|开关/, ['switch', 'checkbox', 'button']],
  [/\bslider\b|滑块/, ['slider']],
];

const ordinals: [RegExp, number][] = [
  [/\b(first|1st)\b|第(?:一|1)个?/, 1],
  [/\b(second|2nd)\b|第(?:二|2)个?/, 2],
  [/\b(third|3rd)\b|第(?:三|3)个?/, 3],
  [/\b(fourth|4th)\b|第(?:四|4)个?/, 4],
  [/\b(fifth|5th)\b|第(?:五|5)个?/, 5],
  [/\blast\b|最后(?:一个)?/, -1],
];

/** Reads words like “the second Delete button” or “搜索框”. */
export function readDescription(text: string): Description {
  const whole = plain(text);
  let rest = ` ${whole} `.replace(/^ (?:click|press|tap|点击|单击|按)(?= )/, '').replace(/^ (?:the|a|an|on) /, ' ');
  let ordinal: number | null = null;
  for (const [pattern, number] of ordinals) {
    if (ordinal === null && pattern.test(rest)) {
      ordinal = number;
      rest = rest.replace(pattern, ' ');
    }
  }
  const kind = kinds.find(([pattern]) => pattern.test(rest));
  if (kind) rest = rest.replace(kind[0], ' ');
  const words = rest.replace(/ (?:the|called|named|labell?ed|的|named) /g, ' ').replace(/的\s*$/, '').replace(/\s+/g, ' ').trim();
  return { words, whole, roles: kind?.[1] ?? null, ordinal };
}

export type Found<Fact> = { kind: 'one'; fact: Fact } | { kind: 'several'; facts: Fact[] } | { kind: 'none'; nearest: Fact[] };

/** The element that words describe: one, several that they describe alike, or none and the nearest. */
export function findDescribed<Fact extends ElementFact>(text: string, facts: readonly Fact[]): Found<Fact> {
  const description = readDescription(text);
  const scored = facts.map((fact) => ({ fact, score: scoreOf(description, fact) })).sort((a, b) => b.score - a.score);
  const best = scored[0];
  if (!best || best.score < 50) return { kind: 'none', nearest: scored.slice(0, 6).filter(({ score }) => score > 10).map(({ fact }) => fact) };
  const alike = scored.filter(({ score }) => score > best.score - 4).map(({ fact }) => fact).sort((a, b) => a.index - b.index);
  const { ordinal } = description;
  if (ordinal !== null) {
    const fact = alike.at(ordinal < 0 ? ordinal : ordinal - 1);
    return fact ? { kind: 'one', fact } : { kind: 'none', nearest: alike };
  }
  // The same link twice leads to the same place.
  const [first] = alike;
  if (first && alike.every((fact) => fact.role === 'link' && fact.href === first.href && fact.href !== '')) return { kind: 'one', fact: first };
  return first && alike.length === 1 ? { kind: 'one', fact: first } : { kind: 'several', facts: alike };
}

function scoreOf({ words, whole, roles }: Description, fact: ElementFact): number {
  const names = [fact.name, fact.placeholder, fact.role === 'button' ? fact.value : ''].map(plain).filter((name) => name !== '');
  if (names.includes(whole)) return 110 + bonusOf(fact);
  const isOfKind = roles?.includes(fact.role) ?? false;
  if (words === '') return isOfKind ? 60 + (roles?.[0] === fact.role ? 20 : 0) + purposeOf(whole, fact) : 0;
  const best = Math.max(0, ...names.map((name) => likeness(words, name)), purposeOf(whole, fact));
  if (best < 30) return best / 2;
  return best + (roles === null ? 0 : isOfKind ? (roles[0] === fact.role ? 12 : 6) : -30) + bonusOf(fact);
}

const bonusOf = (fact: ElementFact): number => (fact.states.includes('disabled') ? -2 : 0);

/** How well a field's type or marks fit words that say its purpose and not its name. */
function purposeOf(words: string, { role, type, marks, name, placeholder }: ElementFact): number {
  const isSearch = role === 'searchbox' || type === 'search' || /search|搜索|查找/i.test(`${name} ${placeholder} ${marks}`);
  if (/\bsearch\b|搜索/.test(words) && isSearch && texts.includes(role)) return 80;
  if (/\bpassword\b|密码/.test(words) && role === 'password') return 80;
  if (/\be-?mail\b|邮箱|邮件/.test(words) && type === 'email') return 70;
  if (/\bphone\b|电话|手机/.test(words) && type === 'tel') return 70;
  return 0;
}

function likeness(words: string, name: string): number {
  if (words === name) return 100;
  const [a, b] = [bare(words), bare(name)];
  if (a === b && a !== '') return 96;
  if (a === '' || b === '') return 0;
  if (name.startsWith(`${words} `) || (isHan(words) && name.startsWith(words))) return 82;
  if (` ${name} `.includes(` ${words} `) || (isHan(words) && name.includes(words))) return 76;
  const [wanted, there] = [words.split(' '), name.split(' ')];
  if (wanted.every((word) => there.includes(word))) return 68;
  if (there.every((word) => wanted.includes(word))) return 62;
  if (b.includes(a)) return 56;
  return pairsInCommon(a, b) > 0.75 ? 54 : pairsInCommon(a, b) * 40;
}

/** Dice's coefficient of the pairs of characters of two words. */
function pairsInCommon(a: string, b: string): number {
  const pairs = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const left = pairs(b);
  let common = 0;
  for (const pair of pairs(a)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / Math.max(1, a.length + b.length - 2);
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/["“”‘’'「」『』*:：…<>›»]+/g, ' ').replace(/\s+/g, ' ').trim();
