const actions = {
  key: 'press the keys in `keys` together',
  type: 'type `text`; a line break at its end presses Enter',
  mouse_move: 'move the pointer to `coordinate`',
  left_click: 'click at `coordinate`',
  left_click_drag: 'drag from where the pointer is to `coordinate`',
  right_click: 'click with the right button',
  middle_click: 'click with the middle button',
  double_click: 'double-click',
  triple_click: 'triple-click',
  scroll: 'turn the wheel by `pixels`; positive is up',
  hscroll: 'the same sideways; positive is right',
  open: 'start the program named in `text`',
  wait: 'wait `time` seconds',
  terminate: 'end the task with `status`; say in `text` what was done and how you saw that it worked',
  answer: 'end the task with the answer in `text`',
} as const;

export type GuiAction = keyof typeof actions | keyof typeof others;

const others = {
  drag: 'drag from `coordinate` to `coordinate2`',
  visit_url: 'open `url` in the browser that has the focus',
  web_search: 'search the web for `query` in the browser that has the focus',
  history_back: 'go back in the browser',
  pause_and_memorize_fact: 'keep `fact` in mind',
} as const;

const parameters: Record<string, Record<string, unknown>> = {
  keys: { type: 'array', items: { type: 'string' } },
  text: { type: 'string' },
  coordinate: { type: 'array', items: { type: 'number' } },
  coordinate2: { type: 'array', items: { type: 'number' } },
  pixels: { type: 'number' },
  time: { type: 'number' },
  status: { type: 'string', enum: ['success', 'failure'] },
  clear: { type: 'boolean' },
  enter: { type: 'boolean' },
  press_enter: { type: 'boolean' },
  delete_existing_text: { type: 'boolean' },
  url: { type: 'string' },
  query: { type: 'string' },
  fact: { type: 'string' },
};

/** The signature of computer_use: these actions, these parameters, and what its coordinates are. */
export function computerUseSchema(names: readonly GuiAction[], given: readonly string[], coordinates: string): Record<string, unknown> {
  const all: Record<string, string> = { ...actions, ...others };
  return {
    name: 'computer_use',
    description: `Mouse and keyboard of the desktop in the picture. ${coordinates} ${names.map((name) => `${name}: ${all[name] ?? ''}`).join('; ')}.`,
    parameters: {
      type: 'object',
      required: ['action'],
      properties: { action: { type: 'string', enum: names }, ...Object.fromEntries(given.map((name) => [name, parameters[name]])) },
    },
  };
}

/** What all of them have. */
export const commonActions: readonly GuiAction[] = ['key', 'type', 'mouse_move', 'left_click', 'right_click', 'middle_click', 'double_click', 'triple_click', 'scroll', 'open', 'wait', 'terminate'];
export const commonParameters: readonly string[] = ['keys', 'text', 'coordinate', 'pixels', 'time', 'status'];
