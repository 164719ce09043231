import { computerUse } from './computer-use';
import { commonActions, commonParameters, computerUseSchema } from './computer-use-schema';
import type { CoordinateRule } from './screen';

/** Limits of Qwen2.5-VL's picture processor, as its kin (GUI-Owl, Fara) have them too. */
export const qwenLimits = { least: 3136, most: 12_845_056 };
/** Pixels of a scroll that make one wheel notch. */
const scrollUnit = 100;

const thousandths: CoordinateRule = { kind: 'thousandths', last: 1000 };

const schema = (coordinates: string) => computerUseSchema([...commonActions, 'left_click_drag', 'hscroll', 'answer'], commonParameters, coordinates);

/** Qwen2.5-VL: pixels of the picture as it scales it. */
export const qwen25 = computerUse({
  name: 'qwen-2.5',
  rules: { points: { kind: 'smart', limits: qwenLimits }, scrollUnit, pressEnter: false },
  schema: schema('Coordinates are [x, y] in pixels of the picture.'),
  preface: '',
  plainAnswers: true,
});

/** Qwen3-VL and later: thousandths. */
export const qwen3 = computerUse({
  name: 'qwen-3',
  rules: { points: thousandths, scrollUnit, pressEnter: false },
  schema: schema('Coordinates are [x, y] on a screen of 1000 × 1000.'),
  preface: '',
  plainAnswers: true,
});

/** The same, with its calls written as tags. It reads both forms, as the others do. */
export const qwen3Xml = computerUse({
  name: 'qwen-3-xml',
  rules: { points: thousandths, scrollUnit, pressEnter: false },
  schema: schema('Coordinates are [x, y] on a screen of 1000 × 1000.'),
  preface: '',
  plainAnswers: true,
  xml: true,
});
