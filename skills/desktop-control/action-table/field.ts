import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBed } from '../test-bed';

/** One event as the window under test got it, told by xev. */
export interface FieldEvent {
  kind: 'ButtonPress' | 'ButtonRelease' | 'MotionNotify' | 'KeyPress' | 'KeyRelease';
  /** Position on the root window, physical pixels. */
  root: { x: number; y: number };
  button: number;
  keysym: string;
  state: number;
}

/** A window of xev and what it has seen since `begin`. */
export interface Field {
  begin(): void;
  seen(): FieldEvent[];
}

/** `geometry` as X writes it: 300x200+10+20. */
export function openField(bed: TestBed, name: string, geometry: string): Field {
  const log = join(bed.folder, `${name}.log`);
  bed.run('sh', '-c', `exec stdbuf -oL xev -name ${name} -geometry ${geometry} -event mouse -event button -event keyboard > ${log}`);
  let start = 0;
  const content = (): string => readFileSync(log, 'utf8');
  return {
    begin: () => (start = content().length),
    seen: () => parseEvents(content().slice(start)),
  };
}

export function parseEvents(log: string): FieldEvent[] {
  return log.split(/\n\s*\n/).flatMap((block) => {
    const kind = /^(ButtonPress|ButtonRelease|MotionNotify|KeyPress|KeyRelease) event/m.exec(block)?.[1] as FieldEvent['kind'] | undefined;
    const [, x, y] = /root:\((-?\d+),(-?\d+)\)/.exec(block) ?? [];
    // The last block may be half written.
    if (!kind || x === undefined || y === undefined || !block.includes('same_screen')) return [];
    return [
      {
        kind,
        root: { x: Number(x), y: Number(y) },
        button: Number(/ button (\d+)/.exec(block)?.[1] ?? 0),
        keysym: /keysym 0x[0-9a-f]+, (\w+)/.exec(block)?.[1] ?? '',
        state: Number(/state 0x([0-9a-f]+)/.exec(block)?.[1] === undefined ? 0 : parseInt(/state 0x([0-9a-f]+)/.exec(block)?.[1] ?? '0', 16)),
      },
    ];
  });
}
