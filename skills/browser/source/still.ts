import type { ElementHandle, Page } from 'playwright-core';
import { Trouble } from './trouble';
import { describeTarget, type Target } from './view';

/** Looks that must agree before something counts as still, and the time between two, milliseconds. */
const looks = 3;
const pause = 100;
/** So often it is looked at before it is said to move, however little time there was: a slow machine is no moving page. */
const fewest = 6;

/**
 * Waits until an element is where it was a moment ago, whatever else on the page moves, and scrolls
 * it into view. Throws a Trouble when it moves on and on.
 */
export async function waitUntilStill(page: Page, element: ElementHandle<Element>, target: Target, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  await element.scrollIntoViewIfNeeded({ timeout: milliseconds }).catch(() => undefined);
  let last = '';
  let same = 0;
  for (let look = 0; same < looks; look++) {
    if (look >= fewest && Date.now() > end) throw new Trouble('TIMEOUT', `${describeTarget(target)} keeps moving.`, 'Wait for it (action wait), stop what moves it (often a pause button), or press it by keyboard: press with this target and key Enter.');
    const box = await element.boundingBox().catch(() => null);
    const place = box ? [box.x, box.y, box.width, box.height].map(Math.round).join(' ') : '';
    same = place !== '' && place === last ? same + 1 : 0;
    last = place;
    await page.waitForTimeout(pause);
  }
}

/** Waits for a page that has begun to load another; one that is never done is not waited for. */
export async function waitUntilRead(page: Page, milliseconds = 10_000): Promise<void> {
  await page.waitForLoadState('domcontentloaded', { timeout: milliseconds }).catch(() => undefined);
  await page.waitForLoadState('load', { timeout: Math.min(milliseconds, 3000) }).catch(() => undefined);
}
