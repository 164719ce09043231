import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Frame, Page, Request } from 'playwright-core';
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

/** What an act is waited for, milliseconds. */
const patience = {
  /** What the page does at once, by tasks of its own; a page that is busy with itself gets no more. */
  tasks: 5000,
  /** A first sign of anything, once nothing that was asked for is on its way. */
  sign: 1500,
  /** A page or a tab that was asked for. */
  load: 20_000,
};

/** What a page has asked its browser for and not got yet. However late it comes, it is an effect of the act. */
interface Asked {
  isLoading: boolean;
  isOpeningTab: boolean;
}

/** Watches a page from before an act until the act has shown its effect. */
export async function watchEffect(page: Page, browser: Browser): Promise<{ settled(): Promise<void>; end(): void }> {
  const before = await printOf(page);
  const url = page.url();
  const asked: Asked = { isLoading: false, isOpeningTab: false };
  const session = await page.context().newCDPSession(page).catch(() => null);
  if (session) await listen(session, asked).catch(() => undefined);
  const isOfPage = (request: Request): boolean => request.isNavigationRequest() && request.frame() === page.mainFrame();
  const began = (request: Request): void => {
    if (isOfPage(request)) asked.isLoading = true;
  };
  const failed = (request: Request): void => {
    if (isOfPage(request)) asked.isLoading = false;
  };
  const arrived = (frame: Frame): void => {
    if (frame === page.mainFrame()) asked.isLoading = false;
  };
  page.on('request', began).on('framenavigated', arrived).on('requestfailed', failed);
  return {
    settled: async () => {
      // Sending a form, for one, is put off by the page until the act itself is over: those tasks come before ours.
      const tasks = session?.send('Runtime.evaluate', { expression: 'new Promise((done) => { setTimeout(() => setTimeout(done)); })', awaitPromise: true }).catch(() => undefined);
      await Promise.race([tasks, sleep(patience.tasks, undefined, { ref: false })]);
      const start = Date.now();
      let quietSince = start;
      while (!page.isClosed()) {
        await page.waitForTimeout(100).catch(() => undefined);
        const isOnItsWay = asked.isLoading || (asked.isOpeningTab && !browser.hasEvents('tab'));
        if (isOnItsWay && Date.now() - start < patience.load) quietSince = Date.now();
        else if (page.url() !== url || browser.hasEvents() || Date.now() - quietSince > patience.sign || (await printOf(page)) !== before) return;
      }
    },
    end: () => {
      page.off('request', began).off('framenavigated', arrived).off('requestfailed', failed);
      void session?.detach().catch(() => undefined);
    },
  };
}

/** Chromium tells what a page asks for when it asks; Playwright tells only what came of it. */
async function listen(session: CDPSession, asked: Asked): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const main = frameTree.frame.id;
  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    // Other schemes lead to programs of the system, which are not started.
    if (!/^https?:/.test(url)) return;
    if (disposition === 'newTab' || disposition === 'newWindow') asked.isOpeningTab = true;
    else if (frameId === main && disposition === 'currentTab') asked.isLoading = true;
  });
  // Also where nothing came: an answer without contents, or a file.
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === main) asked.isLoading = false;
  });
  session.on('Page.windowOpen', () => {
    asked.isOpeningTab = true;
  });
  await session.send('Page.enable');
}

/** A number that changes with what the page says. */
async function printOf(page: Page): Promise<number> {
  const print = page.evaluate(() => [...`${document.title} ${document.body.innerText} ${document.querySelectorAll(':checked').length}`].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 0));
  return print.catch(() => 0);
}
