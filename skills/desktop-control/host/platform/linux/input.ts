import type { XTest } from 'x11';
import { HostError } from '../../error';
import { pause } from '../../pause';
import type { Checkpoint, MouseButton, Point, ScrollDirection } from '../platform';
import { ask, type Connection } from './connection';
import type { DeadHand } from './dead-hand';
import { inputMethod } from './input-method';
import { Keymap, type Stroke } from './keymap';
import { keysDown, type Person } from './person';
import type { SessionNames } from './session-names';
import type { Keyboard, KeyboardMap } from './xkb';

/** How long a window manager may take over a press before the pointer counts as held by something else. */
const frozenMs = 10_000;
const frozenPollMs = 5;

/** Ctrl, Alt and Super, as modifier bits: with them letters are commands. */
const commanding = 0x4c;

const buttons: Record<MouseButton, number> = { left: 1, middle: 2, right: 3 };
/** X buttons of the wheel. nut-js has left and right the wrong way round. */
const wheel: Record<ScrollDirection, number> = { up: 4, down: 5, left: 6, right: 7 };

/** Mouse and keyboard through XTEST; remembers what is down, so that it can always be let go. */
export class Input {
  private readonly heldKeys = new Set<number>();
  private readonly heldButtons = new Set<number>();
  private put: Point | null = null;
  private moving = false;
  /** What each key that was pressed by name has pressed: the layout may be another when it goes up. */
  private readonly pressed = new Map<string, number[]>();
  /** The key of the last stroke. */
  private struck: number | null = null;
  /** Whether that stroke came before any change of the layout told since. */
  struckInTime = true;
  /** Buttons that we have let go and not yet seen up. */
  private readonly released = new Set<number>();
  private last: { map: KeyboardMap; group: number; locked: number; keymap: Keymap } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly test: XTest,
    private readonly person: Person | null,
    private readonly keyboard: Keyboard,
    private readonly session: SessionNames,
    private readonly deadHand: DeadHand | null = null,
  ) {
    keyboard.onChange(() => (this.struckInTime &&= this.struck !== null && this.person?.awaits(this.test.KeyPress, this.struck) === false));
  }

  /** Counts what was told of changes of the layout: with an answer of the server, all before it. */
  get layoutChanges(): number {
    return this.keyboard.changes;
  }

  /**
   * Moves the pointer and waits until it has moved, or `signal` fires; answers with where it is then. A press on a window freezes the
   * pointer until the window manager has seen it: moves meanwhile wait in the server, the person's too.
   */
  async move(point: Point, signal: AbortSignal = never): Promise<Point> {
    this.moving = true;
    try {
      // One round trip: the server answers in order.
      const before = this.pointer();
      this.send(this.test.MotionNotify, 0, point);
      const after = this.pointer();
      const from = await before;
      let at = await after;
      const deadline = Date.now() + frozenMs;
      const frozen = (): boolean => !samePoint(at, point) && (this.person?.awaits(this.test.MotionNotify, 0) ?? samePoint(at, from));
      while (frozen()) {
        if (Date.now() > deadline) throw held(at, point);
        await pause(frozenPollMs, signal);
        at = await this.pointer();
      }
      this.put = at;
      this.person?.arrived(this.test.MotionNotify, 0, samePoint(from, point) ? 1 : 0);
      return at;
    } finally {
      this.moving = false;
    }
  }

  async pointer(): Promise<Point> {
    const found = await ask<{ rootX: number; rootY: number; keyMask: number }>((callback) => this.connection.client.QueryPointer(this.connection.root, callback));
    for (const button of this.released) if (((found?.keyMask ?? 0) & (0x80 << button)) === 0) this.released.delete(button);
    return { x: found?.rootX ?? 0, y: found?.rootY ?? 0 };
  }

  /** Asked and compared in one order with our own moves: none of them can come in between. One that still waits in the server will move the pointer yet. */
  async strayed(): Promise<number> {
    if (this.moving) return 0;
    if (this.person?.awaits(this.test.MotionNotify, 0)) this.put = null;
    const { put } = this;
    const at = await this.pointer();
    this.put ??= at;
    return put ? Math.max(Math.abs(at.x - put.x), Math.abs(at.y - put.y)) : 0;
  }

  /** From here on the pointer counts as put where it is. */
  settlePointer(): void {
    this.put = null;
    // Asked now: a push before the first look would otherwise count as where it is.
    void this.strayed().catch(() => undefined);
  }

  async button(button: MouseButton, down: boolean, signal: AbortSignal = never): Promise<void> {
    const code = buttons[button];
    if (down) await this.untilUp(code, signal);
    if (down) this.deadHand?.holds('button', code);
    this.sendButton(code, down);
    await this.connection.client.sync();
    if (!down) this.areUp([], [code]);
  }

  /** In one piece, as a stroke is: whenever the host may be killed, the button does not stay down. */
  async click(button: MouseButton, signal: AbortSignal): Promise<void> {
    const code = buttons[button];
    await this.untilUp(code, signal);
    this.sendButton(code, true);
    this.sendButton(code, false);
    await this.connection.client.sync();
  }

  async scroll(direction: ScrollDirection, notches: number, checkpoint: Checkpoint): Promise<void> {
    for (let notch = 0; notch < notches; notch += 1) {
      await checkpoint();
      await this.untilUp(wheel[direction], never);
      this.sendButton(wheel[direction], true);
      this.sendButton(wheel[direction], false);
      await this.connection.client.sync();
    }
  }

  /** What the keys write now, the same object for as long as that is so, and the modifiers that somebody holds. */
  async keymap(): Promise<{ keymap: Keymap; held: number }> {
    const state = await this.keyboard.state();
    const map = await this.keyboard.read();
    const same = this.last !== null && this.last.map === map && this.last.group === state.group && this.last.locked === state.locked;
    const last = same && this.last ? this.last : { map, group: state.group, locked: state.locked, keymap: new Keymap(map, state) };
    this.last = last;
    return { keymap: last.keymap, held: state.held | (state.locked & commanding) };
  }

  /** The input method that would take letters off the keyboard; null when there is none. */
  inputMethod(): Promise<string | null> {
    return inputMethod(this.connection, this.session);
  }

  /** Presses or releases one key by canonical name, with the modifiers its character needs. */
  async key(name: string, down: boolean): Promise<void> {
    const codes = down ? await this.codesOf(name) : [...(this.pressed.get(name) ?? [])].reverse();
    if (down) this.pressed.set(name, codes);
    else this.pressed.delete(name);
    if (down) for (const code of codes) this.deadHand?.holds('key', code);
    for (const code of codes) this.sendKey(code, down);
    await this.connection.client.sync();
    if (!down) this.areUp(codes, []);
  }

  private async codesOf(name: string): Promise<number[]> {
    const { keymap } = await this.keymap();
    const held = ['ctrl', 'ctrl_right', 'alt', 'super', 'super_right'].some((modifier) => this.heldKeys.has(keymap.key(modifier)?.code ?? 0));
    const stroke = held ? keymap.shortcut(name) : keymap.key(name);
    if (!stroke) {
      throw new HostError('INVALID_PARAM', `This keyboard layout has no key "${name}".`, 'Use another key, the menu, or action "type" for characters.');
    }
    return [...stroke.with, stroke.code];
  }

  /** One whole key stroke: nothing stays down, whatever happens next. */
  strike(stroke: Stroke): void {
    this.struck = stroke.code;
    this.struckInTime = true;
    for (const code of stroke.with) this.sendKey(code, true);
    this.sendKey(stroke.code, true);
    this.sendKey(stroke.code, false);
    for (const code of [...stroke.with].reverse()) this.sendKey(code, false);
  }

  /** X window with the input focus. One question, since it is asked before each stroke. */
  async focus(): Promise<number> {
    return (await ask<{ focus: number }>((callback) => this.connection.client.GetInputFocus(callback)))?.focus ?? 0;
  }

  sync(): Promise<void> {
    return this.connection.client.sync();
  }

  async releaseAll(): Promise<void> {
    const [keys, held] = [[...this.heldKeys], [...this.heldButtons]];
    for (const code of keys) this.sendKey(code, false);
    for (const button of held) this.sendButton(button, false);
    await this.connection.client.sync();
    this.areUp(keys, held);
  }

  /** Lets go of all that the server counts as down: an earlier host may have died holding it. */
  async releaseEverything(): Promise<void> {
    const { client, root } = this.connection;
    const [keys, pointer] = await Promise.all([
      keysDown(this.connection),
      ask<{ keyMask: number }>((callback) => client.QueryPointer(root, callback)),
    ]);
    for (const code of keys) this.sendKey(code, false);
    for (let button = 1; button <= 5; button += 1) if ((pointer?.keyMask ?? 0) & (0x80 << button)) this.sendButton(button, false);
    await client.sync();
  }

  /**
   * Waits until the server counts a button as up that we have let go. A window manager that has not yet seen a press
   * keeps its release back; a press sent meanwhile would be lost, and that release with it, since a pointer's button
   * stays down for as long as the device that sent it has it down (X server, Xi/exevents.c, UpdateDeviceState).
   */
  private async untilUp(button: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + frozenMs;
    while (this.released.has(button)) {
      const at = await this.pointer();
      if (!this.released.has(button)) return;
      if (Date.now() > deadline) throw new HostError('EXECUTION_ERROR', `The mouse button stays down at ${at.x},${at.y}; it was not pressed again.`, 'The window manager does not answer, or the person holds the button. Try again.');
      await pause(frozenPollMs, signal);
    }
  }

  /** The server has the releases. What was pressed again meanwhile is down. */
  private areUp(keys: number[], held: number[]): void {
    for (const code of keys) if (!this.heldKeys.has(code)) this.deadHand?.letGo('key', code);
    for (const button of held) if (!this.heldButtons.has(button)) this.deadHand?.letGo('button', button);
  }

  private send(type: number, detail: number, { x, y }: Point): void {
    this.person?.announce(type, detail);
    this.test.FakeInput(type, detail, 0, this.connection.root, x, y);
  }

  private sendKey(code: number, down: boolean): void {
    this.send(down ? this.test.KeyPress : this.test.KeyRelease, code, { x: 0, y: 0 });
    if (down) this.heldKeys.add(code);
    else this.heldKeys.delete(code);
  }

  private sendButton(button: number, down: boolean): void {
    this.send(down ? this.test.ButtonPress : this.test.ButtonRelease, button, { x: 0, y: 0 });
    if (down) this.heldButtons.add(button);
    else this.heldButtons.delete(button);
    // The server tells of no further ones.
    if (!down && button <= 5) this.released.add(button);
  }
}

const never = new AbortController().signal;

function held(at: Point, point: Point): HostError {
  return new HostError('EXECUTION_ERROR', `The pointer stays at ${at.x},${at.y} and does not go to ${point.x},${point.y}; nothing more was sent.`, 'Something holds the pointer: the window manager does not answer, or a program has grabbed it. Try again.');
}

function samePoint(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}
