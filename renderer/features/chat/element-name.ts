import type { ChatItem } from './conversation';

function named(elements: unknown, ref: string): string | null {
  if (!Array.isArray(elements)) return null;
  for (const element of elements as unknown[]) {
    if (typeof element !== 'object' || element === null || !('ref' in element) || element.ref !== ref) continue;
    return 'name' in element && typeof element.name === 'string' && element.name !== '' ? element.name : null;
  }
  return null;
}

/** What the screen element with this ref is called, by the latest look at the screen that has it; null when it has no name. */
export function elementName(items: ChatItem[], ref: unknown): string | null {
  if (typeof ref !== 'string') return null;
  for (const item of items.toReversed()) {
    if (item.kind !== 'tool' || !item.result) continue;
    const name = named(item.result.data.elements, ref);
    if (name !== null) return name;
  }
  return null;
}
