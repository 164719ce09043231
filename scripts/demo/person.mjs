/** The demonstration's person: a real mouse pointer that reads the dialog and clicks in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../lib/process.mjs';

/**
 * @param {import('playwright').ElectronApplication} app
 * @param {NodeJS.ProcessEnv} environment of the desktop the app is on
 */
export function person(app, environment) {
  const xdotool = (/** @type {string[]} */ ...words) => must('Moving the mouse', 'xdotool', words, { env: environment });

  return {
    /** @returns {Promise<import('playwright').Page | null>} the approval dialog, when it is open and can be answered */
    async dialog() {
      for (const page of app.windows().filter((one) => one.url().includes('approval.html'))) {
        const allow = page.getByTestId('approval-allow-once');
        if (await allow.isEnabled({ timeout: 500 }).catch(() => false)) return page;
      }
      return null;
    },

    /**
     * Moves the pointer to an element as a hand would, and clicks.
     * @param {import('playwright').Page} page @param {string} testId
     */
    async click(page, testId) {
      const target = page.getByTestId(testId);
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error(`${testId} is not on the screen.`);
      const window = await app.browserWindow(page);
      const { x, y } = await window.evaluate((/** @type {any} */ one) => one.getContentBounds());
      await xdotool('mousemove', String(Math.round(x + box.x + box.width / 2)), String(Math.round(y + box.y + box.height / 2)));
      await sleep(150);
      await xdotool('click', '1');
    },
  };
}
