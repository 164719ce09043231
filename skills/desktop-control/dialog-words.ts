import type { SeenDialog } from './protocol';

/** A dialog in words: its title, what it says, and its buttons with their refs. */
export function dialogWords({ title, text, buttons }: SeenDialog): string {
  const words = text === '' ? '' : ` says: ${text}`;
  const answers = buttons.map(({ ref, name }) => `${ref} ${name}`).join(' · ');
  return `"${title}"${words}${answers === '' ? '' : ` [${answers}]`}`;
}
