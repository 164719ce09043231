/** The part of the pure JavaScript `x11` package (4.2) that this folder uses; the package has no types of its own. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export type Callback<T> = (error: Error | null | undefined, value: T) => unknown;

  export interface XEvent {
    name: string;
    type: number;
    [field: string]: unknown;
  }

  export interface Property {
    type: number;
    format: number;
    bytesAfter: number;
    data: Buffer;
  }

  export interface XScreen {
    root: number;
    root_visual: number;
    root_depth: number;
    /** Visuals by depth and id. */
    depths: Record<number, Record<number, { red_mask: number; green_mask: number; blue_mask: number }>>;
    pixel_width: number;
    pixel_height: number;
  }

  export interface XDisplay {
    client: XClient;
    screen: XScreen[];
    /** How pictures of a depth are laid out. */
    format: Record<number, { bits_per_pixel: number }>;
    min_keycode: number;
    max_keycode: number;
  }

  export interface XTest {
    KeyPress: 2;
    KeyRelease: 3;
    ButtonPress: 4;
    ButtonRelease: 5;
    MotionNotify: 6;
    majorOpcode: number;
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void;
  }

  export interface XInput {
    xi2: { majorVersion: number; minorVersion: number } | null;
    AllDevices: 0;
    AllMasterDevices: 1;
    EventType: { RawKeyPress: number; RawKeyRelease: number; RawButtonPress: number; RawButtonRelease: number; RawMotion: number };
    XIQueryDevice(device: number, callback: Callback<{ deviceId: number; name: string }[]>): void;
    XISelectEvents(window: number, mask: { deviceId: number; mask: number[] }): void;
  }

  export interface XKeyboard {
    majorOpcode: number;
    UseCoreKbd: number;
    GetState(device: number, callback: Callback<{ group: number; baseMods: number; latchedMods: number; lockedMods: number }>): void;
    LatchLockState(device: number, affectedLocks: number, locks: number, lockGroup: boolean, group: number, affectedLatches: number, latches: number, latchGroup: boolean, latchedGroup: number): void;
    SelectEvents(device: number, affected: number, clear: number, all: number, affectedMap: number, map: number, details: { stateNotify: [affected: number, wanted: number] }): void;
  }

  export interface XRandr {
    majorOpcode: number;
  }

  export interface XComposite {
    Redirect: { Automatic: 0; Manual: 1 };
    RedirectSubwindows(window: number, update: number): void;
    NameWindowPixmap(window: number, pixmap: number): void;
  }

  export interface XShm {
    /** Null where memory can't be shared with the server. */
    provider: unknown;
    AttachFd(segment: number, file: number, readOnly: boolean, callback: Callback<unknown>): void;
    Detach(segment: number): void;
    GetImage(drawable: number, x: number, y: number, width: number, height: number, planes: number, format: number, segment: number, offset: number, callback: Callback<{ depth: number; size: number }>): void;
  }

  export interface XDamage {
    ReportLevel: { RawRectangles: 0; DeltaRectangles: 1; BoundingBox: 2; NonEmpty: 3 };
    Create(damage: number, drawable: number, level: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  }

  export interface XClient extends EventEmitter {
    display: XDisplay;
    stream: Socket;
    atoms: Record<string, number>;
    /** For requests that the package has not: the number of the last one, and who reads which answer. */
    seq_num: number;
    replies: Record<number, [parse: (reply: Buffer) => unknown, callback: Callback<unknown>]>;
    pack_stream: { put(request: Buffer): void; submit(hasReply: boolean): void; stats: { writes: number } };
    AllocID(): number;
    terminate(): void;
    sync(): Promise<void>;
    require(name: string, callback: Callback<unknown>): void;
    QueryExtension(name: string, callback: Callback<{ present: number }>): void;
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void;
    GetAtomName(atom: number, callback: Callback<string>): void;
    GetProperty(remove: number, window: number, name: number, type: number, offset: number, length: number, callback: Callback<Property>): void;
    ChangeProperty(mode: number, window: number, name: number, type: number, format: number, data: Buffer | number[]): void;
    DeleteProperty(window: number, name: number): void;
    QueryTree(window: number, callback: Callback<{ root: number; parent: number; children: number[] }>): void;
    GetGeometry(drawable: number, callback: Callback<{ xPos: number; yPos: number; width: number; height: number; borderWidth: number }>): void;
    FreePixmap(pixmap: number): void;
    GetImage(format: number, drawable: number, x: number, y: number, width: number, height: number, planes: number, callback: Callback<{ depth: number; data: Buffer }>): void;
    GetWindowAttributes(window: number, callback: Callback<{ mapState: number; overrideRedirect: number; klass: number }>): void;
    TranslateCoordinates(from: number, to: number, x: number, y: number, callback: Callback<{ child: number; destX: number; destY: number }>): void;
    QueryPointer(window: number, callback: Callback<{ root: number; child: number; rootX: number; rootY: number; keyMask: number }>): void;
    QueryKeymap(callback: Callback<Buffer>): void;
    GetKeyboardMapping(first: number, count: number, callback: Callback<number[][]>): void;
    GetModifierMapping(callback: Callback<number[][]>): void;
    GetInputFocus(callback: Callback<{ focus: number; revertTo: number }>): void;
    SetInputFocus(window: number, revertTo: number): void;
    MapWindow(window: number): void;
    RaiseWindow(window: number): void;
    CreateWindow(id: number, parent: number, x: number, y: number, width: number, height: number, border: number, depth: number, klass: number, visual: number, values: Record<string, number>): void;
    ChangeWindowAttributes(window: number, values: Record<string, number>): void;
    GetSelectionOwner(selection: number, callback: Callback<number>): void;
    SetSelectionOwner(owner: number, selection: number, time: number): void;
    ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): void;
    SendEvent(destination: number, propagate: number, mask: number, event: Record<string, unknown>): void;
    SendClientMessage(destination: number, window: number, type: number, format: number, data: number[], mask?: number): void;
  }

  export function createClient(options: { display?: string; bufferRequests?: { flushOnReply: boolean } }, callback: Callback<XDisplay>): XClient;
  export const eventMask: Record<string, number>;
}
