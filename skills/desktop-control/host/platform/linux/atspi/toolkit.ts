import type { AccessibilityBus, Place } from './bus';

const applicationPath = '/org/a11y/atspi/accessible/root';
const known = new WeakMap<AccessibilityBus, Map<string, boolean>>();

/** Whether a program is drawn by Qt, whose pop-ups, lists and tables are told of in a way of their own. */
export async function isQt(bus: AccessibilityBus, { bus: program }: Place): Promise<boolean> {
  const programs = known.get(bus) ?? new Map<string, boolean>();
  known.set(bus, programs);
  const before = programs.get(program);
  if (before !== undefined) return before;
  const name = await bus.property({ bus: program, path: applicationPath }, 'Application', 'ToolkitName');
  // A busy program that left the question unanswered is asked again.
  if (typeof name === 'string') programs.set(program, name === 'Qt');
  return name === 'Qt';
}
