import type { Found } from './search';

/** What was found, a numbered line and an extract each. */
export function foundText(found: readonly Found[]): string {
  return found.map(({ title, address, extract }, index) => `${index + 1}. ${title} <${address}>${extract ? `\n   ${extract}` : ''}`).join('\n');
}
