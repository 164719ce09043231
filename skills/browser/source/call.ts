import { Trouble } from './trouble';

export const actions = ['open', 'open_local', 'read', 'find', 'click', 'commit', 'fill', 'select', 'press', 'back', 'tabs', 'wait', 'screenshot', 'download', 'close'] as const;
export type Action = (typeof actions)[number];

/** The arguments of one call. */
export interface Call {
  action: Action;
  tab: number | undefined;
  part: number;
  visible: boolean;
  /** How long to wait for the target, seconds. */
  seconds: number;
  /** An argument's text, null when it was not given. */
  text(name: string): string | null;
  /** The same, throwing when it was not given. */
  required(name: string): string;
}

/** Reads the arguments of a call. Throws a Trouble. */
export function readCall(args: Record<string, unknown>): Call {
  const action = actions.find((each) => each === args['action']);
  if (action === undefined) throw new Trouble('INVALID_PARAM', `There is no action ${String(args['action'])}.`, `Actions: ${actions.join(', ')}.`);
  const text = (name: string): string | null => (typeof args[name] === 'string' && (args[name] !== '' || name === 'text') ? args[name] : null);
  const whole = (name: string, usual: number, most: number): number => (typeof args[name] === 'number' ? Math.min(most, Math.max(1, Math.round(args[name]))) : usual);
  return {
    action,
    tab: typeof args['tab'] === 'number' ? args['tab'] : undefined,
    part: whole('part', 1, 1000),
    visible: args['visible'] === true,
    seconds: whole('seconds', 10, 60),
    text,
    required: (name) => {
      const value = text(name);
      if (value === null) throw new Trouble('INVALID_PARAM', `${action} needs ${name}.`, 'See the skill’s text for what each action takes.');
      return value;
    },
  };
}
