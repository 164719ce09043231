import type { AccessibilityBus, Place } from './bus';

const applicationPath = '/org/a11y/atspi/accessible/root';
const names = new WeakMap<AccessibilityBus, Map<string, string>>();

/** Whether a program is drawn by Qt, whose pop-ups, lists and tables are told of in a way of their own. */
export async function isQt(bus: AccessibilityBus, place: Place): Promise<boolean> {
  return (await toolkitOf(bus, place)) === 'Qt';
}

/** Whether a program is drawn by GTK 4, which does not know where on the screen its elements are and tells places all the same (seen with 4.8). */
export async function isPlaceless(bus: AccessibilityBus, place: Place): Promise<boolean> {
  return (await toolkitOf(bus, place)) === 'GTK';
}

async function toolkitOf(bus: AccessibilityBus, { bus: program }: Place): Promise<string> {
  const known = names.get(bus) ?? new Map<string, string>();
  names.set(bus, known);
  const before = known.get(program);
  if (before !== undefined) return before;
  const name = await bus.property({ bus: program, path: applicationPath }, 'Application', 'ToolkitName');
  // A busy program that left the question unanswered is asked again.
  if (typeof name === 'string') known.set(program, name);
  return typeof name === 'string' ? name : '';
}
