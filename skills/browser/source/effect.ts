import type { Frame, Page, Request } from 'playwright-core';
import type { Browser } from './browser';
import type { View } from './view';

/** What an act changed, as the page shows it. */
export interface Effect {
  changed: boolean;
  what: string[];
}

/** What changed between two looks, and what happened in between. */
export function effectOf(before: View, after: View, events: readonly { kind: string; text: string }[]): Effect {
  const what: string[] = [];
  if (before.url !== after.url) what.push(`The page is now ${after.url.slice(0, 200)}`);
  if (before.title !== after.title) what.push(`Its title is now “${after.title}”`);
  const appeared = after.text.filter((line) => !before.text.includes(line));
  const gone = before.text.filter((line) => !after.text.includes(line));
  if (before.url === after.url && appeared.length > 0) what.push(`New on the page: ${quote(appeared)}`);
  if (before.url === after.url && gone.length > 0) what.push(`No longer on the page: ${quote(gone)}`);
  what.push(...changesOf(before, after), ...events.map(({ text }) => text));
  return { changed: what.length > 0, what };
}

function changesOf(before: View, after: View): string[] {
  if (before.url !== after.url) return [];
  const key = (each: View['targets'][number]): string => `${each.role} “${each.name || each.placeholder}”`;
  const old = new Map(before.targets.map((each) => [key(each), each]));
  const changes = after.targets.flatMap((each) => {
    const was = old.get(key(each));
    if (!was) return [];
    const state = was.states.join(', ') === each.states.join(', ') ? [] : [`${key(each)} is now ${each.states.join(', ') || `not ${was.states.join(', ')}`}`];
    return was.value === each.value ? state : [...state, `${key(each)} now holds “${each.value.slice(0, 80)}”`];
  });
  return changes.slice(0, 8);
}

const quote = (lines: readonly string[]): string => `${lines.slice(0, 6).map((line) => `“${line.slice(0, 120)}”`).join(', ')}${lines.length > 6 ? ` and ${lines.length - 6} lines more` : ''}`;

/** What an act is waited for, milliseconds: a first sign of anything, and a page that has begun to load. */
const patience = { sign: 1500, load: 20_000 };

/** Watches a page from before an act until the act has shown its effect. */
export async function watchEffect(page: Page, browser: Browser): Promise<{ settled(): Promise<void>; end(): void }> {
  const before = await printOf(page);
  let isLoading = false;
  const began = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLoading = true;
  };
  const ended = (frame: Frame): void => {
    if (frame === page.mainFrame()) isLoading = false;
  };
  const failed = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLoading = false;
  };
  const url = page.url();
  page.on('request', began).on('framenavigated', ended).on('requestfailed', failed);
  return {
    settled: async () => {
      const start = Date.now();
      while (!page.isClosed()) {
        await page.waitForTimeout(100).catch(() => undefined);
        if (isLoading && Date.now() - start < patience.load) continue;
        if (page.url() !== url || browser.hasEvents() || Date.now() - start > patience.sign || (await printOf(page)) !== before) return;
      }
    },
    end: () => void page.off('request', began).off('framenavigated', ended).off('requestfailed', failed),
  };
}

/** A number that changes with what the page says. */
async function printOf(page: Page): Promise<number> {
  const print = page.evaluate(() => [...`${document.title} ${document.body.innerText} ${document.querySelectorAll(':checked').length}`].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 0));
  return print.catch(() => 0);
}
