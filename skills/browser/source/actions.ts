import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Download, ElementHandle, Page } from 'playwright-core';
import type { Answer, SkillContext } from '../../serve';
import { readAddress, reachOfAddress, workspaceHost } from './addresses';
import type { Browser, Tab } from './browser';
import { consequenceOf, sendingOf } from './consequence';
import { keepDownload } from './downloads';
import { effectOf, watchEffect } from './effect';
import { waitUntilRead, waitUntilStill } from './still';
import { summarise } from './summary';
import { Trouble } from './trouble';
import { describeTarget, type Target, type Viewer } from './view';
import { addressOfFile } from './workspace-files';
import { readCall, type Call } from './call';

/** What acts work with. */
export interface Desk {
  browser: Browser;
  viewer: Viewer;
  context: Pick<SkillContext, 'workspace' | 'data'>;
}

/** Pictures kept for the model to look at. */
const shotsKept = 20;

/** Does one call. Throws a Trouble for what can't be done. */
export async function act(args: Record<string, unknown>, desk: Desk): Promise<Answer> {
  const call = readCall(args);
  const { browser } = desk;
  switch (call.action) {
    case 'open':
      return open(call, desk);
    case 'open_local':
      return openLocal(call, desk);
    case 'read':
      return read(browser.tab(call.tab), call, desk);
    case 'find':
      return find(browser.tab(call.tab), call, desk);
    case 'click':
    case 'commit':
    case 'fill':
    case 'select':
    case 'press':
      return doTo(browser.tab(call.tab), call, desk);
    case 'back': {
      const tab = browser.tab(call.tab);
      const response = await tab.page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => null);
      if (response === null && tab.page.url() === 'about:blank') throw new Trouble('NOT_FOUND', 'There is no page before this one.', 'Open one.');
      return read(tab, call, desk);
    }
    case 'tabs':
      return { status: 'ok', result: { tabs: await tabsOf(browser) }, text: (await tabsOf(browser)).map(({ tab, title, url }) => `${tab}: ${title || '(no title)'} — ${url}`).join('\n') || 'No tab is open.' };
    case 'wait':
      return wait(browser.tab(call.tab), call, desk);
    case 'screenshot':
      return screenshot(browser.tab(call.tab), desk);
    case 'download':
      return download(browser.tabs.length === 0 && call.text('target') === null ? await browser.tabFor('web', false, null) : browser.tab(call.tab), call, desk);
    case 'close':
      if (call.tab === undefined) await browser.close();
      else await browser.closeTab(browser.tab(call.tab));
      return { status: 'ok', result: { tabs: await tabsOf(browser) }, text: call.tab === undefined ? 'The browser is closed.' : `Tab ${call.tab} is closed.` };
  }
}

async function open(call: Call, desk: Desk): Promise<Answer> {
  const url = readAddress(call.required('url'));
  if (typeof url === 'string') throw new Trouble('INVALID_PARAM', url, 'A file of the workspace or a server of this machine is opened with the action open_local.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.hostname === workspaceHost || isLocalName(host) || (/^[\d.]+$|:/.test(host) && reachOfAddress(host) !== 'public')) {
    throw new Trouble('ACCESS_DENIED', `${url.host} is on this machine or its network, which pages of the world must not reach.`, 'If the person wants it opened use the action open_local with the same url.');
  }
  return goTo(await desk.browser.tabFor('web', call.visible, null), url, call, desk);
}

async function openLocal(call: Call, desk: Desk): Promise<Answer> {
  const path = call.text('file');
  const url = path === null ? readAddress(call.required('url')) : addressOfFile(path, desk.context.workspace);
  if (typeof url === 'string') throw new Trouble(path === null ? 'INVALID_PARAM' : 'NOT_FOUND', url, 'Name a file inside the workspace as file, or a url like http://localhost:3000.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isLocalName(host) || (/^[\d.]+$|:/.test(host) && reachOfAddress(host) === 'private');
  if (path === null && !isPrivate) throw new Trouble('INVALID_PARAM', `${url.host} is not an address of this machine or its network.`, 'Open pages of the world with the action open.');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return goTo(await desk.browser.tabFor('local', call.visible, path === null ? `${host}:${port}` : null), url, call, desk);
}

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

async function goTo(tab: Tab, url: URL, call: Call, desk: Desk): Promise<Answer> {
  desk.browser.takeEvents();
  try {
    const response = await tab.page.goto(url.href, { waitUntil: 'domcontentloaded' });
    await waitUntilRead(tab.page);
    const status = response?.status() ?? 200;
    return await read(tab, call, desk, status >= 400 ? [`The server answered ${status}.`] : []);
  } catch (error) {
    if (error instanceof Trouble) throw error;
    const said = desk.browser.takeEvents();
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (said.some(({ kind }) => kind === 'download')) throw new Trouble('UNSUPPORTED', `${url.href} is a file, not a page.`, 'Use the action download with this url.');
    const why = said.length > 0 ? said.map(({ text }) => text).join(' ') : /ERR_[A-Z_]+/.exec(message)?.[0] ?? message.replace(/^page\.goto: /, '');
    throw new Trouble(/Timeout/.test(message) ? 'TIMEOUT' : 'NOT_FOUND', `${url.href} could not be opened: ${why}`, 'Check the address and whether there is a network; then try again.');
  }
}

async function read(tab: Tab, call: Call, desk: Desk, notes: string[] = []): Promise<Answer> {
  const view = await desk.viewer.look(tab.page);
  const { text, parts } = summarise(view, call.part);
  const said = [...notes, ...desk.browser.takeEvents().map((event) => event.text), ...takeNotes(desk.browser)];
  return {
    status: 'ok',
    result: { tab: tab.number, tabs: desk.browser.tabs.length, url: view.url, title: view.title, parts, ...(said.length === 0 ? {} : { notes: said }) },
    text: [...said, text].join('\n'),
  };
}

function takeNotes(browser: Browser): string[] {
  const notes = [...browser.notes];
  browser.notes.clear();
  return notes;
}

async function find(tab: Tab, call: Call, { viewer }: Desk): Promise<Answer> {
  const wanted = call.required('target');
  const view = await viewer.look(tab.page);
  const target = await viewer.find(tab.page, wanted, view).catch((error: unknown) => error);
  const folded = wanted.toLowerCase();
  const lines = view.text.filter((line) => line.toLowerCase().includes(folded)).slice(0, 10).map((line) => line.slice(0, 300));
  if (!(target instanceof Error)) {
    const found = target as Target;
    const why = consequenceOf(found, found.formFact);
    return { status: 'ok', result: { found: describeTarget(found), states: found.states, value: found.value, ...(why === null ? {} : { commit: why }), lines }, text: `${describeTarget(found)}${why === null ? '' : ` (needs commit: ${why})`}${lines.length === 0 ? '' : `\nLines with it:\n${lines.join('\n')}`}` };
  }
  if (!(target instanceof Trouble) || target.code === 'TIMEOUT') throw target;
  return { status: 'ok', result: { found: null, lines }, text: `${target.message} ${target.hint}${lines.length === 0 ? '' : `\nLines with it:\n${lines.join('\n')}`}` };
}

/** Does something to an element: finds it, waits until it is still, acts, and tells what changed. */
async function doTo(tab: Tab, call: Call, desk: Desk): Promise<Answer> {
  const { browser, viewer } = desk;
  const { page } = tab;
  const before = await viewer.look(page);
  const description = call.text('target');
  const target = description === null ? null : await viewer.find(page, description, before);
  if (target === null && call.action !== 'press') throw new Trouble('INVALID_PARAM', `${call.action} needs a target.`, 'Describe it (“the Search button”) or give its ref.');
  const element = target === null ? null : await viewer.element(target);
  if (target?.states.includes('disabled')) throw new Trouble('NO_EFFECT', `${describeTarget(target)} can’t be used now: it is disabled.`, 'Fill in what is required first, or wait.');
  if (element && target && call.action !== 'press') await waitUntilStill(page, element, target, call.seconds * 1000);
  browser.takeEvents();
  // Looked up again right before the act: by now it may be called otherwise.
  const present = target === null ? null : await viewer.again(page, target);
  if (target !== null && present === null) throw new Trouble('STALE_CAPTURE', `${describeTarget(target)} is no longer to be seen.`, 'Call read again.');
  const watch = await watchEffect(page, browser);
  browser.acceptsDialog = call.action === 'commit' && call.text('dialog') === 'accept';
  let done: string;
  try {
    done = await perform(call, page, present, element, desk);
    await watch.settled();
  } finally {
    browser.acceptsDialog = false;
    watch.end();
  }
  if (page.isClosed()) return { status: 'ok', result: { done, effect: { changed: true, what: ['The tab closed itself.'] }, tabs: await tabsOf(browser) }, text: `${done} The tab closed itself.` };
  await waitUntilRead(page);
  const after = await viewer.look(page);
  const effect = effectOf(before, after, browser.takeEvents());
  const summary = before.url === after.url ? '' : `\n\n${summarise(after).text}`;
  return { status: 'ok', result: { done, effect, tab: tab.number, url: after.url }, text: `${done} ${effect.changed ? `${effect.what.join('. ')}.` : 'No visible change.'}${summary}` };
}

async function perform(call: Call, page: Page, target: Target | null, element: ElementHandle<Element> | null, desk: Desk): Promise<string> {
  const named = target === null ? 'the page' : describeTarget(target);
  switch (call.action) {
    case 'click': {
      if (target) refuseConsequence(consequenceOf(target, target.formFact), target, page);
      await clickOn(element, named, call);
      return `Clicked ${named}.`;
    }
    case 'commit': {
      if (!target) break;
      checkExpectation(call, target, page);
      await clickOn(element, named, call);
      return `Pressed ${named}.`;
    }
    case 'fill':
      return fill(call, target, element, named);
    case 'select': {
      if (target?.role === 'checkbox' || target?.role === 'radio' || target?.role === 'switch') {
        await clickOn(element, named, call);
        return `Switched ${named}.`;
      }
      const option = call.required('text');
      const wanted = target?.options.find((each) => each === option) ?? target?.options.find((each) => each.toLowerCase() === option.toLowerCase()) ?? target?.options.find((each) => each.toLowerCase().includes(option.toLowerCase()));
      if (target === null || target.options.length === 0) throw new Trouble('UNSUPPORTED', `${named} is no list of the browser’s own.`, 'Click it, then click the option that appears.');
      if (wanted === undefined) throw new Trouble('NOT_FOUND', `${named} has no option “${option}”.`, `Options: ${target.options.join(', ')}.`);
      await element?.selectOption({ label: wanted }, { timeout: call.seconds * 1000 });
      return `Selected “${wanted}” in ${named}.`;
    }
    case 'press': {
      const key = call.required('key');
      if (element) await element.focus();
      await refusePressing(key, page, desk);
      await page.keyboard.press(key).catch((error: unknown) => {
        throw new Trouble('INVALID_PARAM', `${key} is no key: ${error instanceof Error ? error.message.split('\n')[0] : ''}`, 'Keys are named like Enter, Tab, Escape, ArrowDown, PageDown, Control+A.');
      });
      return `Pressed ${key}${element ? ` on ${named}` : ''}.`;
    }
    default:
  }
  throw new Trouble('INVALID_PARAM', `${call.action} needs a target.`, 'Describe it, or give its ref.');
}

async function clickOn(element: ElementHandle<Element> | null, named: string, call: Call): Promise<void> {
  try {
    await element?.click({ timeout: call.seconds * 1000, noWaitAfter: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/intercepts pointer events/.test(message)) {
      const what = /<[^>]*>/.exec(/(<.*>) (?:from .* )?(?:subtree )?intercepts/.exec(message)?.[1] ?? '')?.[0] ?? 'something';
      throw new Trouble('NO_EFFECT', `${named} lies under ${what}.`, 'Close what lies over it first (a notice, a dialog), then click again.');
    }
    if (/Timeout/.test(message)) throw new Trouble('TIMEOUT', `${named} could not be clicked: it is not visible, still and free.`, 'Call read to see what is there, or press it by keyboard: press with this target and key Enter.');
    throw error;
  }
}

async function fill(call: Call, target: Target | null, element: ElementHandle<Element> | null, named: string): Promise<string> {
  const text = call.required('text');
  if (!target || !element) throw new Trouble('INVALID_PARAM', 'fill needs a target.', 'Describe the field.');
  if (target.role === 'password') throw new Trouble('ACCESS_DENIED', `${named} takes a password, a code or a card’s number, which only the person may type.`, 'Open the page with visible: true and ask the person to fill it in (AskUser), then go on.');
  if (target.type === 'file') throw new Trouble('UNSUPPORTED', `${named} takes a file, which this tool does not send.`, 'Open the page with visible: true and ask the person to choose the file.');
  if (target.states.includes('read-only')) throw new Trouble('NO_EFFECT', `${named} is read-only.`, 'Use what fills it, often a button beside it.');
  try {
    await element.fill(text, { timeout: call.seconds * 1000 });
  } catch (error) {
    throw new Trouble('INVALID_PARAM', `${named} did not take the text: ${error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/^\w+\.\w+: /, '') : ''}`, 'Numbers as 3.5, dates as 2026-12-31, times as 14:30; for a list use select.');
  }
  const now = await element.evaluate((each) => ('value' in each ? String(each.value) : (each.textContent ?? '')));
  if (now.trim() !== text.trim() && bare(now) !== bare(text)) throw new Trouble('NO_EFFECT', `${named} holds “${now.slice(0, 100)}” after typing.`, 'The page changes what is typed; look at what it wants, or press keys one by one.');
  return `Filled ${named} with ${text.length} characters${now === text ? '' : `; the page made it “${now.slice(0, 100)}”`}.`;
}

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

function refuseConsequence(why: string | null, target: Target, page: Page): void {
  if (why === null) return;
  throw new Trouble('DENIED', `Not clicked: ${describeTarget(target)} may send, pay, delete or agree to something (${why}).`, `If that is wanted call {"action": "commit", "target": "${target.ref}", "expect": ${JSON.stringify(target.name)}, "page": ${JSON.stringify(originAndPath(page.url()))}}, which the person is asked about.`);
}

/** Keys press what has the focus; Enter also sends the form of a field. */
async function refusePressing(key: string, page: Page, { viewer }: Desk): Promise<void> {
  if (!/(?:^|\+)(?:Enter|NumpadEnter|Space| )$/i.test(key)) return;
  const view = await viewer.look(page);
  for (const frame of new Set(view.targets.map((target) => target.frame))) {
    const ofFrame = view.targets.filter((target) => target.frame === frame);
    const index = await viewer.indexOfFocused(ofFrame[0]);
    const target = ofFrame.find((each) => each.index === index);
    if (!target) continue;
    refuseConsequence(consequenceOf(target, target.formFact), target, page);
    const isField = ['textbox', 'searchbox', 'password', 'combobox', 'spinbutton', 'checkbox', 'radio'].includes(target.role);
    if (!isField || !/Enter$/i.test(key)) continue;
    const why = sendingOf(target.formFact);
    if (why === null) continue;
    throw new Trouble('DENIED', `Not pressed: Enter in ${describeTarget(target)} may send something (${why}).`, `Press the form’s button instead${target.formFact?.submitName ? ` (“${target.formFact.submitName}”)` : ''}, with commit, which the person is asked about.`);
  }
}

function checkExpectation(call: Call, target: Target, page: Page): void {
  const expected = call.required('expect');
  const shown = call.required('page');
  if (normal(target.name) !== normal(expected)) throw new Trouble('CONFLICT', `The element is called “${target.name}”, not “${expected}”.`, 'Look at the page again; only what the person agreed to is pressed.');
  if (!isPage(shown, page.url())) throw new Trouble('CONFLICT', `The page is ${originAndPath(page.url())}, not ${shown}.`, 'Look at the page again; only what the person agreed to is pressed.');
}

const normal = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether an address is the page that was shown: of the same origin and, unless only that was shown, the same path. */
export function isPage(shown: string, url: string): boolean {
  try {
    const [wanted, there] = [new URL(shown), new URL(url)];
    return wanted.origin === there.origin && (wanted.pathname === '/' || wanted.pathname === there.pathname);
  } catch {
    return false;
  }
}

function originAndPath(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname}`;
  } catch {
    return url;
  }
}

async function wait(tab: Tab, call: Call, desk: Desk): Promise<Answer> {
  const wanted = call.text('target');
  const text = call.text('text');
  if (wanted === null && text === null) throw new Trouble('INVALID_PARAM', 'wait needs a target or a text to wait for.', 'Name what must appear; a page that always moves is never still.');
  const end = Date.now() + call.seconds * 1000;
  let last = '';
  while (Date.now() < end) {
    try {
      if (text !== null) {
        const view = await desk.viewer.look(tab.page);
        const line = view.text.find((each) => each.toLowerCase().includes(text.toLowerCase()));
        if (line !== undefined) return { status: 'ok', result: { found: line.slice(0, 300), url: view.url }, text: `It is there: ${line.slice(0, 300)}` };
      } else {
        const target = await desk.viewer.find(tab.page, wanted ?? '');
        await waitUntilStill(tab.page, await desk.viewer.element(target), target, Math.max(500, end - Date.now()));
        return { status: 'ok', result: { found: describeTarget(target), url: tab.page.url() }, text: `${describeTarget(target)} is there and still.` };
      }
    } catch (error) {
      // It is not there yet, or the page is on its way.
      last = error instanceof Trouble ? error.message : '';
    }
    await tab.page.waitForTimeout(250);
  }
  throw new Trouble('TIMEOUT', `After ${call.seconds} s it is not there: ${text ?? wanted ?? ''}. ${last}`.trim(), 'Call read to see what is there instead.');
}

async function screenshot(tab: Tab, desk: Desk): Promise<Answer> {
  const folder = join(desk.context.data, 'shots');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).sort().slice(0, -(shotsKept - 1))) rmSync(join(folder, name), { force: true });
  const path = join(folder, `${Date.now()}-${tab.number}.png`);
  await tab.page.screenshot({ path, timeout: 30_000, animations: 'disabled', caret: 'hide', scale: 'css' });
  return { status: 'ok', result: { url: tab.page.url(), picture: path }, text: `Picture of tab ${tab.number}.`, images: [{ path }] };
}

async function download(tab: Tab, call: Call, desk: Desk): Promise<Answer> {
  const { browser, viewer, context } = desk;
  const description = call.text('target');
  const target = description === null ? null : await viewer.find(tab.page, description);
  const url = target === null ? readAddress(call.required('url')) : null;
  if (typeof url === 'string') throw new Trouble('INVALID_PARAM', url, 'Give the target on the page, or the url of the file.');
  if (target) refuseDeed(target, tab.page);
  const got = new Promise<Download>((resolve) => {
    browser.onDownload = resolve;
  });
  try {
    if (target) {
      const element = await viewer.element(target);
      await waitUntilStill(tab.page, element, target, call.seconds * 1000);
      await clickOn(element, describeTarget(target), call);
    } else if (url) {
      // Navigation to a file ends in an error that says so; the event tells.
      await tab.page.goto(url.href, { waitUntil: 'commit' }).catch(() => undefined);
    }
    const item = await Promise.race([got, sleep(call.seconds * 1000, null, { ref: false })]);
    if (item === null) throw new Trouble('TIMEOUT', `No download began within ${call.seconds} s.`, 'The target may lead to a page first; click it and look there.');
    const kept = await keepDownload(item, call.text('save_as') ?? 'downloads', context.workspace);
    return { status: 'ok', result: kept, text: `Saved ${kept.path} (${kept.bytes} bytes${kept.kind === null ? '' : `, ${kept.kind}`}). It was not opened or run.`, files: [kept.path] };
  } finally {
    browser.onDownload = null;
  }
}

/** Of what a download may press nothing is left but what takes a file. */
function refuseDeed(target: Target, page: Page): void {
  const why = consequenceOf(target, target.formFact);
  if (why !== null && !/download|export|save|下载|导出|保存/i.test(target.name)) refuseConsequence(why, target, page);
}

async function tabsOf(browser: Browser): Promise<{ tab: number; title: string; url: string }[]> {
  return Promise.all(browser.tabs.map(async ({ number, page }) => ({ tab: number, title: await page.title().catch(() => ''), url: page.url() })));
}
