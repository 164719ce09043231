import { computerUse } from './computer-use';
import { commonActions, commonParameters, computerUseSchema } from './computer-use-schema';
import type { GuiRules } from './gui-actions';
import { qwenLimits } from './qwen';

/** Pixels of the resized picture; a scroll counts from −5 to 5. */
export const guiOwlRules: GuiRules = { points: { kind: 'smart', limits: qwenLimits }, scrollUnit: 1, pressEnter: false };

export const guiOwl = computerUse({
  name: 'gui-owl',
  rules: guiOwlRules,
  schema: computerUseSchema([...commonActions, 'drag', 'answer'], [...commonParameters, 'coordinate2', 'clear', 'enter'], 'Coordinates are [x, y] in pixels of the picture; a scroll goes from -5 to 5.'),
  preface: '<thinking>why</thinking>',
  plainAnswers: false,
});
