import { describe, expect, it } from 'vitest';
import type { Message } from '../model';
import { seen } from './answer-test-bed';
import { callOf } from './act';
import { fromPixel, needsPicture, newestScreen, toPixel, type CoordinateRule } from './screen';
import { smartResize, type PixelLimits } from './smart-resize';

const wide: PixelLimits = { least: 3136, most: 12_845_056 };
const tight: PixelLimits = { least: 100 * 784, most: 1280 * 784 };

/** The stated rule in whole numbers only, so that no rounding of a division can hide a mistake. */
function byWholeNumbers(width: number, height: number, { least, most }: PixelLimits): { width: number; height: number } {
  const nearest = (side: number): number => {
    const times = Math.floor(side / 28);
    const rest = side % 28;
    return Math.max(28, 28 * (rest > 14 || (rest === 14 && times % 2 === 1) ? times + 1 : times));
  };
  const rounded = { width: nearest(width), height: nearest(height) };
  const area = rounded.width * rounded.height;
  // side / √(w·h / limit) ≥ 28k is the same as (28k)² · other ≤ side · limit.
  const atMost = (side: number, other: number): number => {
    let times = 0;
    while (BigInt(28 * (times + 1)) ** 2n * BigInt(other) <= BigInt(side) * BigInt(most)) times++;
    return Math.max(28, 28 * times);
  };
  const atLeast = (side: number, other: number): number => {
    let times = 0;
    while (BigInt(28 * times) ** 2n * BigInt(other) < BigInt(side) * BigInt(least)) times++;
    return 28 * times;
  };
  if (area > most) return { width: atMost(width, height), height: atMost(height, width) };
  if (area < least) return { width: atLeast(width, height), height: atLeast(height, width) };
  return rounded;
}

describe('smart resize', () => {
  it.each([
    [1920, 1080, 1932, 1092], [2560, 1440, 2548, 1428], [3840, 2160, 3836, 2156], [1366, 768, 1372, 756], [1440, 900, 1428, 896], [1280, 800, 1288, 812], [1522, 1022, 1512, 1008],
  ])('%i × %i → %i × %i', (width, height, toWidth, toHeight) => {
    expect(smartResize({ width, height }, wide)).toEqual({ width: toWidth, height: toHeight });
  });

  it('agrees for 200 sizes with the rule in whole numbers, halves to even, within and beyond the limits', () => {
    let sizes = 0;
    let halves = 0;
    for (let index = 0; index < 100; index++) {
      const width = 40 + ((index * 467) % 3900);
      const height = index % 3 === 0 ? 14 + 28 * (1 + ((index * 7) % 70)) : 40 + ((index * 311) % 2200);
      if (height % 28 === 14) halves++;
      for (const limits of [wide, tight]) {
        sizes++;
        expect({ width, height, to: smartResize({ width, height }, limits) }).toEqual({ width, height, to: byWholeNumbers(width, height, limits) });
      }
    }
    expect(sizes).toBe(200);
    expect(halves).toBeGreaterThan(30);
  });
});

describe('points', () => {
  const rules: CoordinateRule[] = [{ kind: 'thousandths', last: 1000 }, { kind: 'thousandths', last: 999 }, { kind: 'smart', limits: wide }, { kind: 'pixels' }];
  it('come back within the grain of the model’s numbers, corners included', () => {
    for (const rule of rules) {
      for (const screen of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 1600, height: 900 }, { width: 1366, height: 768 }]) {
        const grain = rule.kind === 'thousandths' ? Math.ceil(screen.width / 1000) : 1;
        for (const x of [0, 1, 17, 640, screen.width - 2, screen.width - 1]) {
          for (const y of [0, 333, screen.height - 1]) {
            const back = toPixel(rule, screen, fromPixel(rule, screen, { x, y }));
            expect(Math.abs(back.x - x)).toBeLessThanOrEqual(grain);
            expect(Math.abs(back.y - y)).toBeLessThanOrEqual(grain);
          }
        }
      }
    }
  });

  it('outside are refused, never moved to an edge or to the corner', () => {
    const screen = { width: 1280, height: 800 };
    for (const rule of rules) for (const point of [{ x: -1, y: 5 }, { x: 5, y: -0.5 }, { x: 1301, y: 5 }, { x: 5, y: 1001 }, { x: NaN, y: 5 }, { x: Infinity, y: 5 }]) expect(() => toPixel(rule, screen, point)).toThrow(/outside/);
  });
});

describe('the picture a model must have', () => {
  const end: Message = { role: 'assistant', text: 'Done.', calls: [] };
  const next: Message = { role: 'user', text: 'And now this.' };
  it('is there once it was looked at, also after actions and corrections', () => {
    expect(needsPicture([next])).toBe(true);
    expect(needsPicture(seen())).toBe(false);
    expect(needsPicture(seen(1920, 1080, 'entry'))).toBe(false);
    expect(needsPicture([...seen(), { role: 'assistant', text: 'nonsense', calls: [] }, { role: 'user', text: '[Deskwright] Your last answer was not used.' }])).toBe(false);
  });

  it('is taken anew for the next task', () => {
    expect(needsPicture([...seen(), end, next])).toBe(true);
  });

  it('is not asked for twice when the look fails', () => {
    const look = callOf({ kind: 'look' });
    expect(needsPicture([next, { role: 'assistant', text: '', calls: [look] }, { role: 'tool', callId: look.id, name: 'Observe', text: '{"status":"error"}' }])).toBe(false);
  });

  it('is the newest one, whatever notes stand behind its result', () => {
    const messages = seen(800, 600);
    const last = messages.at(-1);
    if (last?.role === 'tool') last.text += '\n[A note]';
    expect(newestScreen(messages)).toEqual({ capture: 'c1', width: 800, height: 600, focus: null });
    expect(newestScreen([next])).toBeNull();
  });
});
