/** Shapes of secrets that must not reach a trace: keys of common services, bearer tokens, private keys, passwords in URLs. */
const SHAPES: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, '[private key]'],
  [/\b(sk|pk|rk)-[A-Za-z0-9_-]{16,}\b/g, '[key]'],
  [/\b(ghp|gho|ghs|ghu|github_pat|glpat|xox[abpr]|tvly|hf)[-_][A-Za-z0-9_-]{16,}\b/g, '[key]'],
  [/\bAKIA[A-Z0-9]{16}\b/g, '[key]'],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g, '[token]'],
  [/(\bBearer\s+)[\w.~+/-]{12,}=*/gi, '$1[token]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:)[^\s@/]+(@)/gi, '$1[password]$2'],
];

/** Makes the function that masks secrets in text; `known` are values that are secret whatever their shape. */
export function createMask(known: readonly string[]): (text: string) => string {
  const values = known.filter((value) => value.length >= 6);
  return (text) => {
    let masked = text;
    for (const value of values) masked = masked.split(value).join('[key]');
    for (const [shape, replacement] of SHAPES) masked = masked.replace(shape, replacement);
    return masked;
  };
}

/** Applies a mask to every string inside a value, keeping its shape. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDeep(item, mask)]));
}
