/** Bytes of WebAssembly code, nested as they are written. */
export type Code = readonly (number | Code)[];

/** Value types and opcodes of WebAssembly 1.0 and its 128-bit extension, as their specification numbers them. */
export const i32 = 0x7f;
export const v128 = 0x7b;

export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
export const number = (value: number): Code => [0x41, signed(value)];
export const add = (a: Code, b: Code): Code => [a, b, 0x6a];
export const multiply = (a: Code, b: Code): Code => [a, b, 0x6c];
export const load = (at: Code): Code => [at, 0x28, 2, 0];

/** Runs `body` and counts `local` down to nothing; it must hold at least one. */
export const repeat = (local: number, body: Code): Code => [0x03, 0x40, body, get(local), number(-1), 0x6a, 0x22, unsigned(local), 0x0d, 0, 0x0b];

const vector = (opcode: number): Code => [0xfd, unsigned(opcode)];
export const loadBytes = { 16: (at: Code): Code => [at, vector(0x00), 0, 0], 8: (at: Code): Code => [at, vector(0x5d), 0, 0] } as const;
export const storeBytes = (at: Code, value: Code): Code => [at, value, vector(0x0b), 0, 0];
/** The lowest 32 bits. */
export const storeLane = (at: Code, value: Code): Code => [at, value, vector(0x5a), 0, 0, 0];
export const splat = (value: Code): Code => [value, vector(0x11)];
/** Bytes of two vectors by their number: 0 to 15 are the first's, 16 to 31 the second's. */
export const shuffle = (a: Code, b: Code, bytes: readonly number[]): Code => [a, b, vector(0x0d), bytes];
/** The lower or upper eight bytes as 16-bit numbers. */
export const widen = { low: (value: Code): Code => [value, vector(0x89)], high: (value: Code): Code => [value, vector(0x8a)] } as const;
/** Sums of products of neighbours: eight 16-bit numbers each to four of 32 bits. */
export const dot = (a: Code, b: Code): Code => [a, b, vector(0xba)];
export const addLanes = (a: Code, b: Code): Code => [a, b, vector(0xae)];
export const shiftRight = (value: Code, bits: number): Code => [value, number(bits), vector(0xac)];
/** Four 32-bit numbers each to eight of 16 bits, and those to bytes; what is beyond becomes the limit. */
export const narrow = { toWords: (a: Code, b: Code): Code => [a, b, vector(0x86)], toBytes: (a: Code, b: Code): Code => [a, b, vector(0x66)] } as const;

export interface WasmFunction {
  name: string;
  /** All of them 32-bit integers. */
  parameters: number;
  /** Types of the locals that follow the parameters. */
  locals: readonly number[];
  body: Code;
}

/** A module that imports `host.memory` and exports functions without a result. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    flat([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, functions.map(({ parameters }) => [0x60, list(Array.from({ length: parameters }, () => [i32])), 0])),
      section(2, [[text('host'), text('memory'), 0x02, 0, 1]]),
      section(3, functions.map((_, index) => unsigned(index))),
      section(7, functions.map(({ name }, index) => [text(name), 0, unsigned(index)])),
      section(10, functions.map(({ locals, body }) => sized([list(locals.map((type) => [1, type])), body, 0x0b]))),
    ]),
  );
}

const section = (id: number, entries: readonly Code[]): Code => [id, sized(list(entries))];
const list = (entries: readonly Code[]): Code => [unsigned(entries.length), entries];
const text = (value: string): Code => list([...Buffer.from(value)].map((byte) => [byte]));

function sized(code: Code): Code {
  const bytes = flat(code);
  return [unsigned(bytes.length), bytes];
}

function flat(code: Code): number[] {
  return code.flatMap((part) => (typeof part === 'number' ? [part] : flat(part)));
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, signed(value >> 7)];
}
