import type { BrowserContext, Download, Page } from 'playwright-core';
import type { SkillContext } from '../../serve';
import { launchChromium } from './chromium';
import { startProxy, type Proxy } from './proxy';
import { Trouble } from './trouble';

/** Something that happened while nobody asked: a dialog that was answered, a download that was not taken. */
export interface Event {
  kind: 'dialog' | 'download' | 'tab' | 'blocked';
  text: string;
}

/** Pages of the world and those of this machine and the workspace, which know nothing of each other: other profiles, other ways out. */
export type Realm = 'web' | 'local';

export interface Tab {
  page: Page;
  realm: Realm;
  /** As long as the tab lives. */
  number: number;
}

interface Started {
  context: BrowserContext;
  proxy: Proxy;
  release(): void;
  isVisible: boolean;
}

/** The browsers of one session, started when they are needed. */
export class Browser {
  readonly tabs: Tab[] = [];
  readonly notes = new Set<string>();
  /** How the next question of a page is answered. */
  acceptsDialog = false;
  /** Told of a download; false when nobody waits for it. */
  onDownload: ((download: Download) => void) | null = null;
  private current: Tab | null = null;
  private count = 0;
  /** While a tab is opened by us, and not by a page. */
  private isOpening = false;
  private events: Event[] = [];
  /** Hosts that the way out refused, to pages or to the browser itself. */
  private readonly refused = new Set<string>();
  private readonly started = new Map<Realm, Started>();
  /** Hosts with ports of this machine that the person allowed. */
  private readonly allowed = new Set<string>();

  constructor(private readonly context: Pick<SkillContext, 'workspace' | 'data' | 'environment'>) {}

  /** The tab that calls are about; throws when none is open. */
  tab(number?: number): Tab {
    const tab = number === undefined ? this.current : this.tabs.find((each) => each.number === number);
    if (tab && !tab.page.isClosed()) {
      this.current = tab;
      return tab;
    }
    throw number === undefined
      ? new Trouble('NOT_FOUND', 'No page is open.', 'Open one first: {"action": "open", "url": "https://…"}.')
      : new Trouble('NOT_FOUND', `There is no tab ${number}.`, `Open tabs: ${this.tabs.map((each) => each.number).join(', ') || 'none'}.`);
  }

  /** A tab for a new address: the present one when it is of the realm and `isNew` is not asked. */
  async tabFor(realm: Realm, visible: boolean, host: string | null): Promise<Tab> {
    if (host !== null) this.allowed.add(host);
    const present = this.current;
    const started = this.started.get(realm);
    if (started && started.isVisible !== visible) await this.stop(realm);
    if (present && !present.page.isClosed() && present.realm === realm) return present;
    const { context } = this.started.get(realm) ?? (await this.start(realm, visible));
    const blank = this.tabs.find((tab) => tab.realm === realm && tab.page.url() === 'about:blank');
    if (blank) return (this.current = blank);
    this.isOpening = true;
    try {
      return (this.current = this.add(await context.newPage(), realm));
    } finally {
      this.isOpening = false;
    }
  }

  /** What happened since it was last asked. */
  takeEvents(): Event[] {
    const events = this.events;
    this.events = [];
    return events;
  }

  /** Whether anything happened since it was last asked, or something of a kind. */
  hasEvents(kind?: Event['kind']): boolean {
    return this.events.some((event) => kind === undefined || event.kind === kind);
  }

  note(event: Event): void {
    if (this.events.length < 40) this.events.push(event);
  }

  async closeTab(tab: Tab): Promise<void> {
    await tab.page.close({ runBeforeUnload: false });
    this.remove(tab);
  }

  async close(): Promise<void> {
    await Promise.all([...this.started.keys()].map((realm) => this.stop(realm)));
  }

  private async start(realm: Realm, visible: boolean): Promise<Started> {
    const proxy = await startProxy({
      allowed: realm === 'local' ? this.allowed : new Set(),
      workspace: realm === 'local' ? this.context.workspace : null,
      refused: (host) => this.refused.add(host),
    });
    try {
      const { context, notes, release } = await launchChromium({ environment: this.context.environment, data: this.context.data, name: realm, proxy: proxy.address, visible });
      for (const note of notes) this.notes.add(note);
      const started = { context, proxy, release, isVisible: visible };
      this.started.set(realm, started);
      context.setDefaultTimeout(15_000);
      context.setDefaultNavigationTimeout(45_000);
      for (const page of context.pages()) this.add(page, realm);
      context.on('page', (page) => {
        this.add(page, realm, !this.isOpening);
      });
      context.on('close', () => this.forget(realm));
      return started;
    } catch (error) {
      proxy.close();
      throw error;
    }
  }

  private add(page: Page, realm: Realm, isPopup = false): Tab {
    const known = this.tabs.find((tab) => tab.page === page);
    if (known) return known;
    const tab: Tab = { page, realm, number: ++this.count };
    this.tabs.push(tab);
    if (isPopup) this.note({ kind: 'tab', text: `The page opened tab ${tab.number}.` });
    page.on('close', () => this.remove(tab));
    page.on('requestfailed', (request) => this.noteRefused(request.url()));
    page.on('response', (response) => {
      if (response.status() === 403) this.noteRefused(response.url());
    });
    page.on('dialog', (dialog) => {
      // Leaving a page was asked for; every other question is answered no, unless the person said yes to it.
      const accepts = dialog.type() === 'beforeunload' || this.acceptsDialog;
      if (dialog.type() !== 'beforeunload') this.note({ kind: 'dialog', text: `The page showed a ${dialog.type()}: “${dialog.message().slice(0, 300)}”, which was ${accepts ? 'accepted' : 'dismissed'}.` });
      void (accepts ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    page.on('download', (download) => {
      if (this.onDownload) return this.onDownload(download);
      this.note({ kind: 'download', text: `The page offered the file ${download.suggestedFilename()}, which was not kept. To keep it use the action download on the same target.` });
      void download.cancel().catch(() => undefined);
    });
    return tab;
  }

  /** Tells of what the page itself was refused; what the browser asks for by itself concerns nobody. */
  private noteRefused(address: string): void {
    const url = new URL(address);
    const host = `${url.hostname}:${url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)}`;
    const text = `${host} was not reached: it is no known name, or on this machine or its network, which pages may not reach.`;
    if (this.refused.has(host) && !this.events.some((event) => event.text === text)) this.note({ kind: 'blocked', text });
  }

  private remove(tab: Tab): void {
    const at = this.tabs.indexOf(tab);
    if (at >= 0) this.tabs.splice(at, 1);
    if (this.current === tab) this.current = this.tabs.at(-1) ?? null;
  }

  private forget(realm: Realm): void {
    for (const tab of this.tabs.filter((each) => each.realm === realm)) this.remove(tab);
    const started = this.started.get(realm);
    this.started.delete(realm);
    started?.proxy.close();
    started?.release();
  }

  private async stop(realm: Realm): Promise<void> {
    await this.started.get(realm)?.context.close().catch(() => undefined);
    this.forget(realm);
  }
}
