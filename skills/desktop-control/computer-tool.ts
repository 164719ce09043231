import { z } from 'zod';
import { defineTool, type Outcome, type Tool } from '../../main/tools/tool';
import { dialogWords } from './dialog-words';
import type { HostClient } from './host-client';
import { failed } from './outcome';
import type { ActResult, Approved } from './protocol';

const actions = [
  'click', 'double_click', 'triple_click', 'right_click', 'middle_click', 'move', 'mouse_down', 'mouse_up', 'drag', 'scroll',
  'type', 'key', 'hold_key', 'press', 'set_value', 'open_app', 'focus_window', 'wait',
] as const;

const parameters = z
  .object({
    action: z.enum(actions).describe('What to do.'),
    ref: z.string().optional().describe('Element from Observe, e.g. "e12". Better than x and y.'),
    x: z.number().optional().describe('Pixel of the capture\'s picture, from its left edge.'),
    y: z.number().optional().describe('Pixel of the capture\'s picture, from its top edge.'),
    text: z.string().optional().describe('type: the text (newline and tab are text in a field of several lines, elsewhere the keys Enter and Tab). set_value: the value. open_app: the program. focus_window: title. wait: seconds, or words to wait for. hold_key: seconds.'),
    keys: z.string().optional().describe('key, hold_key: "enter", "ctrl+s", "alt+f4", or several in a row "ctrl+home ctrl+shift+end".'),
    to: z
      .union([z.string(), z.object({ x: z.number(), y: z.number() }).strict()])
      .optional()
      .describe('drag: where it ends, {"x": 300, "y": 200} or a ref. scroll: direction and notches, "down 5".'),
    capture: z.string().optional().describe('Id of the capture that x and y belong to; default the latest.'),
  })
  .strict();

const description = `Use mouse, keyboard and programs as a person would. One action a call; the answer says what changed on the screen.
Prefer ref over x and y, press over click for buttons and menu items, open_app over launchers. For files use Write, Edit and Bash instead.
If the answer says "no visible change", the action did not work: Observe and try another way, do not repeat it.
Examples: {"action": "open_app", "text": "calc"} · {"action": "type", "text": "Item\\tPrice\\n"} · {"action": "key", "keys": "ctrl+s"} · {"action": "click", "ref": "e12"} · {"action": "scroll", "ref": "e3", "to": "down 5"}`;

export function computerTool(host: HostClient): Tool {
  /** By the very arguments that were judged: the registry runs the same frozen object or nothing. */
  const judged = new WeakMap<object, Approved>();
  return defineTool({
    name: 'Computer',
    description,
    parameters,
    access: 'write',
    timeoutMs: 120_000,
    facts: async (params, context) => {
      try {
        const { input, approved } = await host.call('locate', params, context.signal);
        judged.set(params, approved);
        return { input };
      } catch (error) {
        const { error: fault } = failed(error);
        return fault ? { fault } : {};
      }
    },
    run: async (params, context): Promise<Outcome> => {
      try {
        return outcomeOf(params.action, await host.call('act', { ...params, approved: judged.get(params) }, context.signal));
      } catch (error) {
        return failed(error);
      }
    },
  });
}

/** A field that completed, corrected or refused some of what was typed. */
function differs({ read_back, holds }: Record<string, unknown>): string {
  return read_back === 'differs' ? ` The field does not hold what was typed but ${JSON.stringify(holds)}.` : '';
}

/** What a spreadsheet made of what was typed. */
function typedCells({ cells }: Record<string, unknown>): string {
  const { same, differ } = (cells ?? { same: 0, differ: [] }) as { same: number; differ: string[] };
  if (differ.length > 0) return ` NOT AS TYPED: ${differ.join('; ')}.`;
  return same > 0 ? ` The ${same} cells hold what was typed.` : '';
}

/** Actions that do their work without anything to see. */
const quietActions = new Set(['wait', 'move', 'mouse_down', 'mouse_up', 'focus_window']);

function outcomeOf(action: string, result: ActResult): Outcome {
  const { effect, done, restless, meanwhile } = result;
  const changes = effect.changed ? effect.what.join('; ') : 'no visible change (NO_EFFECT): nothing on the screen reacted. Do not repeat it; Observe and try another way';
  const focus = effect.focus ? ` Focus: "${effect.focus.window}"${effect.focus.element ? `, ${effect.focus.element}` : ''}.` : '';
  const quiet = quietActions.has(action);
  const text = quiet && !effect.changed ? `${action}: done.${focus}` : `${action}: ${changes}.${focus}${restless ? ' The screen is still moving.' : ''}${differs(done)}${typedCells(done)}${effect.dialog ? ` Dialog ${dialogWords(effect.dialog)}.` : ''}`;
  return { status: 'success', data: { effect, done, restless }, text: meanwhile ? `${meanwhile}\n${text}` : text };
}
