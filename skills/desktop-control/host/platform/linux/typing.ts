import { HostError } from '../../error';
import { aborted } from '../../pause';
import type { Manner } from '../../manner';
import type { Checkpoint, TextReport, WindowInfo } from '../platform';
import type { Activity } from './activity';
import type { Clipboard } from './clipboard';
import type { Input } from './input';
import type { Keymap, Stroke } from './keymap';
import type { Ping } from './ping';
import { planText, type Piece } from './text-plan';

/** Strokes between two looks at Stop, the dialog and whose window it is; the focus itself is asked before each. */
const chunk = 8;
/** How long a program that has taken the paste chord off its queue may still take to read the clipboard. */
const takenWithinMs = 5000;
/** A program may be busy with what was typed for this long before typing goes on. */
const busyMs = 10_000;
const readAgainMs = 45;
const parkedMs = 10;
const parkedLooks = 50;
const drawnWithinMs = 500;
/** The cell cursor is drawn in several steps. */
const movedStillMs = 25;
/** A key that somebody holds down may go up within this time. */
const letGoMs = 5000;
const heldNames: [bit: number, name: string][] = [[0x01, 'Shift'], [0x04, 'Ctrl'], [0x08, 'Alt'], [0x40, 'Super'], [0x80, 'AltGr'], [0x02, 'Caps Lock'], [0x10, 'Num Lock']];
/** Terminals that paste the primary selection with Shift+Insert and know no Ctrl+Shift+V. */
const primaryPasters = /^(u?xterm|urxvt|rxvt.*)$/;

/** Writes any text exactly: by keys what the live keyboard has, by the clipboard the rest. */
export class Typist {
  /** X window that had the input focus when it was last looked at. */
  private focus = 0;
  /** What is drawn in the window that is typed into. */
  private place: ReturnType<Activity['within']> | null = null;
  /** The input method that runs beside it. */
  private inputMethod: string | null = null;
  /** Rejects when typing is to stop. */
  private stopped: Promise<never> = aborted(new AbortController().signal);

  constructor(
    private readonly input: Input,
    private readonly clipboard: Clipboard,
    private readonly ping: Ping,
    private readonly activity: Activity | null,
    private readonly letGoWithinMs = letGoMs,
  ) {}

  async type(text: string, window: WindowInfo | null, manner: Manner, checkpoint: Checkpoint, signal: AbortSignal): Promise<TextReport> {
    this.stopped = aborted(signal);
    this.stopped.catch(() => undefined);
    this.place = window ? (this.activity?.within(window.box) ?? null) : null;
    try {
      return await this.write(text, window, manner, checkpoint);
    } finally {
      this.place?.forget();
    }
  }

  private async write(text: string, window: WindowInfo | null, manner: Manner, checkpoint: Checkpoint): Promise<TextReport> {
    this.inputMethod = await this.input.inputMethod();
    const composing = this.inputMethod !== null;
    const whole = [...text.replace(/\r\n?/g, '\n')];
    const report: TextReport = { typed: 0, methods: [] };
    let restore: (() => Promise<void>) | null = null;
    try {
      while (report.typed < whole.length) {
        const current = await this.keymap(checkpoint);
        const pieces = planText(whole.slice(report.typed).join(''), current, manner, composing);
        // What could all be struck when it began may have to be pasted under another layout.
        if (pieces.some((piece) => piece.by === 'paste')) restore ??= await this.saveClipboard(window, current);
        await this.writePieces(pieces, current, window, checkpoint, report).catch((error: unknown) => {
          if (!(error instanceof LayoutChanged)) throw error;
        });
      }
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      throw new HostError(error.code, `${error.message} ${report.typed} of ${whole.length} characters were written before that.`, error.hint);
    } finally {
      await restore?.();
    }
    return report;
  }

  /** Rejects with LayoutChanged before anything is written that the keyboard would write otherwise than planned; `report` says where. */
  private async writePieces(pieces: Piece[], keymap: Keymap, window: WindowInfo | null, checkpoint: Checkpoint, report: TextReport): Promise<void> {
    const aside = { typed: 0, methods: [] };
    for (const piece of pieces) {
      if (!report.methods.includes(piece.by)) report.methods.push(piece.by);
      if (piece.by === 'paste') {
        const editor = piece.opens ? keymap.key('f2') : null;
        if (editor) await this.strike([editor], keymap, window, checkpoint, aside);
        await this.paste(piece.content, window, checkpoint);
        report.typed += [...piece.text].length;
      } else {
        const completion = piece.dropCompletion ? keymap.key('delete') : null;
        if (completion) await this.strike([completion], keymap, window, checkpoint, aside);
        await (piece.moves ? this.move(piece.strokes, keymap, window, checkpoint, report) : this.strike(piece.strokes, keymap, window, checkpoint, report));
      }
    }
  }

  /** What the keyboard writes now, once nobody holds a key that would change it. */
  private async keymap(checkpoint: Checkpoint): Promise<Keymap> {
    const deadline = Date.now() + this.letGoWithinMs;
    for (;;) {
      const { keymap, held } = await this.input.keymap();
      if (held === 0) return keymap;
      await checkpoint();
      if (Date.now() > deadline) throw heldDown(held);
      await moment(parkedMs);
    }
  }

  private async strike(strokes: Stroke[], planned: Keymap, window: WindowInfo | null, checkpoint: Checkpoint, report: TextReport): Promise<void> {
    for (let start = 0; start < strokes.length; ) {
      await checkpoint();
      if ((await this.keymap(checkpoint)) !== planned) throw new LayoutChanged();
      const sent = await this.send(strokes.slice(start, start + chunk), checkpoint);
      // The answer also says that the strokes are in.
      const { keymap, held } = await this.input.keymap();
      const changed = keymap !== planned;
      if (held !== 0 || (changed && sent > 0 && !this.input.struckInTime)) {
        await checkpoint();
        if (changed) report.typed += sent - 1;
        throw changedMeanwhile(changed ? 1 : sent);
      }
      report.typed += sent;
      if (changed) throw new LayoutChanged();
      start += sent;
      await this.caughtUp(window);
    }
  }

  /** Strikes until the layout changes; how many that were. */
  private async send(strokes: Stroke[], checkpoint: Checkpoint): Promise<number> {
    const changes = this.input.layoutChanges;
    let sent = 0;
    for (const stroke of strokes) {
      // The thief of a focus gets one stroke at most.
      let focus = await this.input.focus();
      // A window manager parks the focus nowhere while it hands it over: a key would be lost there.
      for (let look = 0; focus <= 1 && this.focus > 1 && look < parkedLooks; look += 1) {
        await moment(parkedMs);
        focus = await this.input.focus();
      }
      if (focus !== this.focus) await checkpoint();
      if (this.input.layoutChanges !== changes) return sent;
      this.focus = focus;
      this.input.strike(stroke);
      sent += 1;
    }
    return sent;
  }

  /**
   * From cell to cell. LibreOffice takes a Tab off its queue and moves later; a key that opens the
   * cell editor would overtake it and overwrite the old cell. So each move is seen on the screen first.
   */
  private async move(strokes: Stroke[], planned: Keymap, window: WindowInfo | null, checkpoint: Checkpoint, report: TextReport): Promise<void> {
    for (const stroke of strokes) {
      const before = (await this.place?.state())?.changes ?? 0;
      await this.strike([stroke], planned, window, checkpoint, report);
      await this.drawn(window, checkpoint, async () => {
        const state = await this.place?.state();
        return state !== undefined && state.changes !== before && state.stillFor >= movedStillMs;
      });
    }
  }

  private async paste(text: string, window: WindowInfo | null, checkpoint: Checkpoint): Promise<void> {
    const keymap = await this.keymap(checkpoint);
    // Shift+Insert pastes too, and no layout lacks its keys; terminals paste the primary selection with it.
    const lettered = keymap.shortcut('v') !== null;
    const selection = selectionOf(window, keymap);
    const primary = selection === 'PRIMARY';
    const content = this.clipboard.text(text);
    await this.clipboard.write(selection, content);
    await checkpoint();
    const chord = primary || !lettered ? ['shift', 'insert'] : window?.terminal ? ['ctrl', 'shift', 'v'] : ['ctrl', 'v'];
    const strokes = chord.map((name) => keymap.shortcut(name));
    const last = strokes.at(-1);
    if (!last || strokes.includes(null)) throw refused(text, 'this keyboard layout has no key for pasting');
    const before = (await this.place?.state())?.changes ?? 0;
    // Window numbers of one X client share their upper bits.
    const sameClient = (requestor: number): boolean => window === null || (requestor & ~0x1fffff) === (window.id & ~0x1fffff);
    // Clipboard managers and input methods read all that is copied, which says nothing about the window.
    let others = false;
    const taken = this.clipboard.taken((requestor) => {
      const its = sameClient(requestor);
      others ||= !its;
      return its;
    });
    this.input.strike({ code: last.code, with: strokes.slice(0, -1).map((stroke) => stroke?.code ?? 0) });
    await this.input.sync();
    const late = this.late(window, checkpoint, async () => {
      if (await this.clipboard.owns(selection)) return false;
      const now = await this.clipboard.read(selection);
      if (now.some(({ data }) => content.some((ours) => ours.data.equals(data)))) return true;
      throw refused(text, 'another program has put something else into the clipboard, and that may have been pasted');
    });
    try {
      const reader = await Promise.race([taken.reader, late.passed]);
      // A window of parts of other programs reads through one of them.
      const elsewhere = others && window !== null && !pastesPrimary(window, lettered) && (await this.place?.state())?.changes !== before;
      if (reader === null && !elsewhere) throw refused(text, 'the window did not take it from the clipboard', this.inputMethod);
    } finally {
      taken.forget();
      late.forget();
    }
    // Reading the clipboard is not yet having pasted: LibreOffice reads twice and takes the next key in between.
    await this.drawn(window, checkpoint, async () => {
      const { changes } = (await this.place?.state()) ?? { changes: before };
      return Date.now() - this.clipboard.lastAsked >= readAgainMs && changes !== before;
    });
  }

  /**
   * Resolves with null when the program is not busy any more and yet has not read, with 0 when somebody else
   * has taken the same text over to serve it (a clipboard manager); rejects when the checkpoint says stop.
   */
  private late(window: WindowInfo | null, checkpoint: Checkpoint, takenOver: () => Promise<boolean>): { passed: Promise<null | 0>; forget(): void } {
    let over = false;
    const wait = async (): Promise<null | 0> => {
      await this.caughtUp(window);
      const deadline = Date.now() + takenWithinMs;
      while (!over && Date.now() < deadline) {
        await checkpoint();
        if (await takenOver()) return 0;
        await moment(50);
      }
      return null;
    };
    const passed = wait();
    passed.catch(() => undefined);
    return { passed, forget: () => (over = true) };
  }

  /** Waits until `done`, for as long as drawing usually takes, then until the program's event queue is empty. */
  private async drawn(window: WindowInfo | null, checkpoint: Checkpoint, done: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + drawnWithinMs;
    while (!(await done()) && Date.now() <= deadline) await moment(5);
    await checkpoint();
    await this.caughtUp(window);
  }

  /** Waits until the program has taken what was typed off its queue; Stop does not wait for a program that hangs. */
  private async caughtUp(window: WindowInfo | null): Promise<void> {
    if (window) await Promise.race([this.ping.caughtUp(window.id, busyMs), this.stopped]);
  }

  private async saveClipboard(window: WindowInfo | null, keymap: Keymap): Promise<() => Promise<void>> {
    const selection = selectionOf(window, keymap);
    const before = await Promise.race([this.clipboard.read(selection), this.stopped]);
    return async () => {
      // What somebody has copied in the meantime is newer than what was there before.
      if (await this.clipboard.owns(selection)) await this.clipboard.write(selection, before);
    };
  }
}

/** The keys write something else than planned; nothing was struck since. */
class LayoutChanged extends Error {}

function heldDown(held: number): HostError {
  const names = heldNames.filter(([bit]) => (held & bit) !== 0).map(([, name]) => name);
  return new HostError('CONFLICT', `${names.join(' and ') || 'A modifier key'} ${names.length > 1 ? 'are' : 'is'} held down on the keyboard, not by Deskwright, and would turn the text into something else.`, 'Ask the person to let go of that key (and to check for a stuck or sticky key), then type what is missing.');
}

function changedMeanwhile(count: number): HostError {
  return new HostError('CONFLICT', `The keyboard layout or a key that is held down changed just while ${count === 1 ? 'a character was' : `${count} characters were`} struck; they may have arrived as others.`, 'Look at what the field holds, put it right, then type what is missing.');
}

function pastesPrimary(window: WindowInfo, lettered: boolean): boolean {
  return primaryPasters.test(window.app) || (window.terminal && !lettered);
}

function selectionOf(window: WindowInfo | null, keymap: Keymap): 'PRIMARY' | 'CLIPBOARD' {
  return window !== null && pastesPrimary(window, keymap.shortcut('v') !== null) ? 'PRIMARY' : 'CLIPBOARD';
}

function moment(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function refused(text: string, why: string, method: string | null = null): HostError {
  const character = [...text].find((candidate) => (candidate.codePointAt(0) ?? 0) > 0x7e) ?? [...text][0] ?? '';
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return new HostError('EXECUTION_ERROR', `Could not write "${character}" (U+${point}): ${why}.`, `${method === null ? '' : `${method} may be in the middle of a word and swallow keys: key "escape" ends that. `}Check with Observe that a text field has the focus, then write again from there; or use set_value on the element.`);
}
