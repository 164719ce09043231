import type { Size } from '../../coordinates';
import type { Frame } from '../frame';
import type { Rectangle } from '../platform/platform';
import { axis, type Axis } from './axis';
import { scalerCode } from './code';

interface Loops {
  column(from: number, stride: number, blocks: number, to: number, table: number, pairs: number): void;
  row(from: number, table: number, to: number, count: number, pairs: number): void;
}

const bytesPerPixel = 4;
const bytesPerNumber = 4;
const page = 0x10000;
/** The loops take sixteen bytes at a time, and read as much beyond the last pixel. */
const block = 16;
/** Rows of the frame that are copied at a time: few enough to stay in the processor's cache. */
const stripRows = 64;

/**
 * A scaler that keeps its memory: what is taken from the system anew for each picture may cost more than to scale
 * it, most of all in Electron, whose allocator gives large pieces back at once. Rejects where the processor lacks
 * WebAssembly's 128-bit extension.
 */
export async function openScaler(): Promise<(frame: Frame, area: Rectangle, size: Size) => Frame> {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { instance } = await WebAssembly.instantiate(scalerCode(), { host: { memory } });
  const loops = instance.exports as unknown as Loops;
  return (frame, area, size) => scaled(memory, loops, frame, area, size);
}

function scaled(memory: WebAssembly.Memory, loops: Loops, frame: Frame, area: Rectangle, size: Size): Frame {
  const across = axis(area.width, size.width);
  const down = axis(area.height, size.height);
  const taps = down.pairs * 2;
  const held = Math.max(stripRows, taps);
  const stride = area.width * bytesPerPixel;
  const outStride = size.width * bytesPerPixel;
  const [out, strip, line, acrossTable, downTable] = place(memory, [size.height * outStride, held * stride, stride, (across.first.length + across.weights.length) * bytesPerNumber, down.weights.length * bytesPerNumber]);
  const bytes = new Uint8Array(memory.buffer);
  new Int32Array(memory.buffer, acrossTable).set(interleaved(across));
  new Int32Array(memory.buffer, downTable).set(down.weights);
  let top = -held;
  for (let y = 0; y < size.height; y += 1) {
    const first = down.first[y] ?? 0;
    if (first + taps > top + held) {
      top = first;
      for (let row = 0; row < Math.min(held, area.height - top); row += 1) {
        const from = ((area.y + top + row) * frame.width + area.x) * bytesPerPixel;
        bytes.set(frame.data.subarray(from, from + stride), strip + row * stride);
      }
    }
    loops.column(strip + (first - top) * stride, stride, Math.ceil(stride / block), line, downTable + y * down.pairs * bytesPerNumber, down.pairs);
    loops.row(line, acrossTable, out + y * outStride, size.width, across.pairs);
  }
  return { ...size, data: Buffer.from(memory.buffer, out, size.height * outStride) };
}

/** Where each of these many bytes lies; the memory grows to hold them. */
function place(memory: WebAssembly.Memory, lengths: [number, number, number, number, number]): [number, number, number, number, number] {
  let end = 0;
  const next = (length: number): number => {
    const at = end;
    end = Math.ceil((at + length) / block) * block + block;
    return at;
  };
  const [out, strip, line, across, down] = lengths;
  const places: [number, number, number, number, number] = [next(out), next(strip), next(line), next(across), next(down)];
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / page));
  return places;
}

/** For each pixel where its first one lies (bytes), followed by its weights. */
function interleaved({ first, pairs, weights }: Axis): Int32Array {
  const table = new Int32Array(first.length * (1 + pairs));
  first.forEach((start, at) => {
    table[at * (1 + pairs)] = start * bytesPerPixel;
    table.set(weights.subarray(at * pairs, (at + 1) * pairs), at * (1 + pairs) + 1);
  });
  return table;
}
