import type { ElementHandle, Frame, JSHandle, Page } from 'playwright-core';
import { findDescribed } from './describe';
import { look, type ElementFact, type FormFact, type PageLook } from './page/look';
import { Trouble } from './trouble';

/** An element of a page with what it takes to find it again. */
export interface Target extends ElementFact {
  ref: string;
  frame: Frame;
  formFact: FormFact | null;
}

/** One look at a page with all its frames. */
export interface View {
  url: string;
  title: string;
  headings: PageLook['headings'];
  text: string[];
  targets: Target[];
  forms: FormFact[];
  hidden: Record<string, number>;
  isCut: boolean;
}

const mostNodes = 30_000;
const mostElements = 600;
const mostFrames = 12;
/** Milliseconds. */
const longestLook = 30_000;
/** Looks of a page whose refs still count. */
const looksKept = 4;

/** Looks at a page and finds again what was seen. Refs are never used twice, so that an old one can't mean something else. */
export class Viewer {
  private count = 0;
  private readonly handles = new Map<string, { handle: JSHandle<Element[]>; target: Target }>();
  private looks: { handle: JSHandle; refs: string[] }[] = [];

  /** Throws a Trouble when the page does not answer. */
  async look(page: Page): Promise<View> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Trouble('TIMEOUT', 'The page does not answer: it is busy with itself.', 'Wait, open it anew, or close the tab.')), longestLook);
    });
    try {
      return await Promise.race([this.lookAtAll(page), patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async lookAtAll(page: Page): Promise<View> {
    const view: View = { url: page.url(), title: '', headings: [], text: [], targets: [], forms: [], hidden: {}, isCut: false };
    for (const frame of page.frames().slice(0, mostFrames)) {
      const isMain = frame === page.mainFrame();
      if (!isMain && !(await isSeen(frame))) continue;
      const seen = await this.lookAt(frame).catch((error: unknown) => {
        // A frame may go while it is looked at; the page itself may too, when it is on its way to the next.
        if (isMain) throw error;
        return null;
      });
      if (!seen) continue;
      if (isMain) view.title = seen.title;
      else if (seen.text.length > 0) view.text.push(`[frame ${frame.url().slice(0, 120)}]`);
      view.headings.push(...seen.headings);
      view.text.push(...seen.text);
      view.forms.push(...seen.forms);
      view.targets.push(...seen.targets);
      view.isCut ||= seen.isCut;
      for (const [why, length] of Object.entries(seen.hidden)) view.hidden[why] = (view.hidden[why] ?? 0) + length;
    }
    // What was looked at, when the page went on to another meanwhile.
    view.url = page.url();
    return view;
  }

  /** The element that words or a ref mean; `seen`: a look that was just taken. Throws a Trouble that names what there is instead. */
  async find(page: Page, description: string, seen?: View): Promise<Target> {
    const ref = /^\s*\[?(e\d+)\]?\s*$/.exec(description)?.[1];
    if (ref !== undefined) {
      const known = this.handles.get(ref);
      if (known && page.frames().includes(known.target.frame)) return known.target;
      throw new Trouble('NOT_FOUND', `${ref} is of a page that is no longer there.`, 'Describe the element in words, or call read or find for refs that count.');
    }
    const view = seen ?? (await this.look(page));
    const found = findDescribed(description, view.targets);
    if (found.kind === 'one') return found.fact;
    if (found.kind === 'several') throw new Trouble('NOT_UNIQUE', `“${description}” fits ${found.facts.length} elements: ${found.facts.slice(0, 8).map(describeTarget).join('; ')}.`, 'Use one of these refs as target, or say which (“the second …”).');
    const nearest = found.nearest.map(describeTarget).join('; ');
    throw new Trouble('NOT_FOUND', `Nothing visible on the page fits “${description}”.`, nearest === '' ? 'Call read to see what is there; wait for it if it comes late.' : `Nearest: ${nearest}. Otherwise call read, or wait if it comes late.`);
  }

  /** The element itself, as it is now. Throws when it is gone. */
  async element(target: Target): Promise<ElementHandle<Element>> {
    const known = this.handles.get(target.ref);
    const handle = await known?.handle.evaluateHandle((elements, index) => elements[index] ?? null, target.index).catch(() => null);
    const element = handle?.asElement() as ElementHandle<Element> | null | undefined;
    const isThere = element && (await element.evaluate((each) => each.isConnected).catch(() => false));
    if (isThere) return element;
    throw new Trouble('STALE_CAPTURE', `${describeTarget(target)} is no longer on the page.`, 'Call read or find again, or describe it in words.');
  }

  /** Looks again, and says how the same element is called and judged now; null when it is gone. */
  async again(page: Page, target: Target): Promise<Target | null> {
    const element = await this.element(target).catch(() => null);
    if (!element) return null;
    const ofFrame = (await this.look(page)).targets.filter(({ frame }) => frame === target.frame);
    const elements = this.handles.get(ofFrame[0]?.ref ?? '')?.handle;
    const index = (await elements?.evaluate((all, each) => all.indexOf(each), element).catch(() => -1)) ?? -1;
    return ofFrame.find((each) => each.index === index) ?? null;
  }

  /** Place, in the look that a target is of, of what has the keyboard; −1 for none of it. */
  async indexOfFocused(of: Target | undefined): Promise<number> {
    const elements = this.handles.get(of?.ref ?? '')?.handle;
    const index = await elements?.evaluate((all) => {
      let active = all[0]?.ownerDocument.activeElement ?? null;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active === null ? -1 : all.indexOf(active);
    });
    return index ?? -1;
  }

  private async lookAt(frame: Frame): Promise<PageLook & { targets: Target[] }> {
    const handle = await frame.evaluateHandle(look, { mostNodes, mostElements });
    const seen = await handle.evaluate((each) => each.look);
    const elements = await handle.getProperty('elements');
    const targets = seen.facts.map((fact) => ({ ...fact, ref: `e${++this.count}`, frame, formFact: seen.forms[fact.form] ?? null }));
    for (const target of targets) this.handles.set(target.ref, { handle: elements as JSHandle<Element[]>, target });
    this.looks.push({ handle, refs: targets.map(({ ref }) => ref) });
    while (this.looks.length > looksKept * mostFrames) {
      const old = this.looks.shift();
      for (const ref of old?.refs ?? []) this.handles.delete(ref);
      void old?.handle.dispose().catch(() => undefined);
    }
    return { ...seen, targets };
  }
}

async function isSeen(frame: Frame): Promise<boolean> {
  try {
    const element = await frame.frameElement();
    const box = await element.boundingBox();
    return box !== null && box.width > 20 && box.height > 20 && (await element.isVisible());
  } catch {
    return false;
  }
}

/** `e12 button “Sign in”` */
export function describeTarget({ ref, role, name, placeholder, near }: Target): string {
  const shown = name || placeholder;
  const around = near !== '' && near !== shown ? ` in “${near.slice(0, 60)}”` : '';
  return `${ref} ${role === 'clickable' ? 'element' : role}${shown === '' ? '' : ` “${shown.slice(0, 80)}”`}${around}`;
}
