/** Two different digits from 1 to 9, chosen anew each time, so no prepared key sequence can type them. */
export function createConfirmCode(): string {
  const pick = (from: string): string => {
    /* Bytes past the last whole multiple would make the first digits likelier. */
    let byte: number;
    do byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 255;
    while (byte >= 256 - (256 % from.length));
    return from[byte % from.length] ?? '';
  };
  const first = pick('123456789');
  return first + pick('123456789'.replace(first, ''));
}
