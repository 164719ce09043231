import { computerUse } from './computer-use';
import { commonActions, commonParameters, computerUseSchema } from './computer-use-schema';
import { qwenLimits } from './qwen';

/** Fara: a browser's model. Its `type` ends with Enter unless told otherwise, its scroll knows only the direction. */
export const fara = computerUse({
  name: 'fara',
  rules: { points: { kind: 'smart', limits: qwenLimits }, scrollUnit: 0, pressEnter: true },
  schema: computerUseSchema(
    [...commonActions, 'visit_url', 'web_search', 'history_back', 'pause_and_memorize_fact'],
    [...commonParameters, 'press_enter', 'delete_existing_text', 'url', 'query', 'fact'],
    'Coordinates are [x, y] in pixels of the picture. type presses Enter at its end unless press_enter is false; with coordinate it clicks there first.',
  ),
  preface: 'why\n',
  plainAnswers: false,
});
