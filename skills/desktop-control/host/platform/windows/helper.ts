import { spawn, type ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { makeOpaque, type Frame } from '../../frame';
import type { Display, Point, Rectangle } from '../platform';
import { script } from './script';

const startMs = 20_000;
const answerMs = 5_000;
const usualDpi = 96;

const answer = z.union([
  z.object({ error: z.string() }).strict(),
  z.object({ ready: z.literal(true) }).strict(),
  z.object({ displays: z.array(z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int().positive(), height: z.number().int().positive(), primary: z.boolean(), dpi: z.number().positive() })).min(1) }).strict(),
  z.object({ x: z.number().int(), y: z.number().int() }).strict(),
  z.object({ width: z.number().int().positive(), height: z.number().int().positive(), bytes: z.number().int().positive() }).strict(),
  z.object({}).strict(),
]);
type Answer = z.infer<typeof answer>;

/** The whole Windows desktop in physical pixels, its upper left corner at 0,0 whatever Windows calls it. */
export interface WindowsDesktop {
  displays(): Promise<Display[]>;
  pointer(): Promise<Point>;
  move(point: Point): Promise<void>;
  grab(): Promise<Frame>;
  /** Moves a box that Windows told (its origin is the primary display's corner) into these coordinates. */
  placed(box: Rectangle): Rectangle;
  close(): void;
}

/** Rejects when PowerShell can't be started or is not allowed to run this (a locked down machine). */
export async function openWindowsDesktop(start: () => ChildProcess = startPowerShell): Promise<WindowsDesktop> {
  const talk = new Talk(start());
  await talk.ask(null, startMs);
  let origin = { x: 0, y: 0 };
  const displays = async (): Promise<Display[]> => {
    const { head } = await talk.ask('displays');
    if (!('displays' in head)) throw new Error('Windows told no displays');
    origin = { x: Math.min(...head.displays.map(({ x }) => x)), y: Math.min(...head.displays.map(({ y }) => y)) };
    return head.displays.map(({ x, y, dpi, ...display }, id) => ({ ...display, id, x: x - origin.x, y: y - origin.y, scale: Math.round((dpi / usualDpi) * 100) / 100 }));
  };
  await displays().catch((error: unknown) => {
    talk.close();
    throw error;
  });
  return {
    displays,
    pointer: async () => {
      const { head } = await talk.ask('pointer');
      if (!('x' in head)) throw new Error('Windows told no pointer');
      return { x: head.x - origin.x, y: head.y - origin.y };
    },
    move: async ({ x, y }) => {
      await talk.ask(`move ${x + origin.x} ${y + origin.y}`);
    },
    grab: async () => {
      const { head, bytes } = await talk.ask('grab');
      if (!('width' in head) || bytes.length !== head.width * head.height * 4) throw new Error('the picture of the screen came back incomplete');
      return makeOpaque({ width: head.width, height: head.height, data: bytes });
    },
    placed: (box) => ({ ...box, x: box.x - origin.x, y: box.y - origin.y }),
    close: () => talk.close(),
  };
}

function startPowerShell(): ChildProcess {
  // Without InputFormat None PowerShell reads the input itself, until it ends.
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return spawn('powershell.exe', ['-NoLogo', '-NoProfile', '-NonInteractive', '-InputFormat', 'None', '-ExecutionPolicy', 'Bypass', '-EncodedCommand', encoded], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
}

interface Reply {
  head: Exclude<Answer, { error: string }>;
  bytes: Buffer;
}

/** A question a line, an answer a line, and the bytes that it announces. One at a time, in order. */
class Talk {
  private chunks: Buffer[] = [];
  private head: Exclude<Answer, { error: string }> | null = null;
  private waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.read();
    });
    child.on('error', (error) => this.fail(error));
    child.on('exit', () => this.fail(new Error('the helper for the Windows desktop ended')));
    child.stdin?.on('error', () => undefined);
  }

  ask(line: string | null, timeoutMs = answerMs): Promise<Reply> {
    const next = this.turn.then(() => this.send(line, timeoutMs));
    this.turn = next.catch(() => undefined);
    return next;
  }

  close(): void {
    this.child.kill();
  }

  private send(line: string | null, timeoutMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      // An answer that comes late would be taken for the next question's: whoever is late is given up.
      const timer = setTimeout(() => this.close(), timeoutMs);
      const settled = <T>(settle: (value: T) => void) => (value: T): void => {
        clearTimeout(timer);
        this.waiting = null;
        settle(value);
      };
      this.waiting = { resolve: settled(resolve), reject: settled(reject) };
      if (this.child.exitCode !== null || this.child.signalCode !== null) this.fail(new Error('the helper for the Windows desktop ended'));
      else if (line !== null) this.child.stdin?.write(`${line}\n`);
    });
  }

  private read(): void {
    if (!this.head) {
      const content = Buffer.concat(this.chunks);
      const end = content.indexOf(10);
      if (end < 0) return;
      this.chunks = [content.subarray(end + 1)];
      const told = answer.safeParse(parsed(content.toString('utf8', 0, end)));
      if (!told.success) return this.waiting?.reject(new Error('the helper for the Windows desktop gave an answer that is not understood'));
      if ('error' in told.data) return this.waiting?.reject(new Error(told.data.error));
      this.head = told.data;
    }
    const { head } = this;
    const length = 'bytes' in head ? head.bytes : 0;
    if (this.chunks.reduce((sum, chunk) => sum + chunk.length, 0) < length) return;
    const content = Buffer.concat(this.chunks);
    this.head = null;
    this.chunks = [content.subarray(length)];
    this.waiting?.resolve({ head, bytes: content.subarray(0, length) });
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
