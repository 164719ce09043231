import type { Workspace } from '../../tools/workspace';

/** `@name` or `@"name with blanks"`, not part of a word such as a mail address. */
const MENTION = /(?<![A-Za-z0-9._%+-])@(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'@,;:!?，。；：！？、()（）<>]+))/gu;

/** More than this many are no longer a reminder. */
const MOST = 20;

/**
 * The reminder for files that the person mentioned with `@`: their names, not their content. A name
 * that is not there is said to be missing. Null when nothing was mentioned.
 */
export async function mentionReminder(text: string, workspace: Workspace): Promise<string | null> {
  const there: string[] = [];
  const missing: string[] = [];
  for (const name of mentioned(text).slice(0, MOST)) {
    const found = await exists(name, workspace);
    if (found !== null) there.push(found);
    // A bare word is a person or a handle rather than a file that is missing.
    else if (/[./\\]/.test(name)) missing.push(name);
  }
  if (there.length + missing.length === 0) return null;
  const parts = [
    ...(there.length ? [`The person mentions ${list(there)}. Read before you work with it.`] : []),
    ...(missing.length ? [`Not found: ${list(missing)}. Look for the right name, or ask.`] : []),
  ];
  return parts.join(' ');
}

function mentioned(text: string): string[] {
  const names = [...text.matchAll(MENTION)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  return [...new Set(names.filter(Boolean))];
}

/** The name as it exists; a full stop that ends the sentence is not part of it. */
async function exists(name: string, workspace: Workspace): Promise<string | null> {
  for (const candidate of [name, name.replace(/[.]+$/, '')]) {
    const fact = await workspace.resolve(candidate, 'read').catch(() => null);
    if (fact?.exists && fact.place !== 'own') return candidate;
  }
  return null;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
