import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBed, type TestBed } from '../../../test-bed';
import { makeOpaque } from '../../frame';
import type { Rectangle } from '../platform';
import { connect, type Connection } from './connection';
import { image } from './screen';
import { SharedMemory } from './shared-memory';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const screen = { x: 0, y: 0, width: 400, height: 300 };

let bed: TestBed;
let connection: Connection;
let memory: SharedMemory;

beforeAll(async () => {
  bed = await startTestBed({ width: screen.width, height: screen.height, windowManager: false });
  // Not two pixels in a row alike.
  await bed.output('xsetroot', ['-mod', '7', '5', '-fg', '#12ab34', '-bg', '#fe5678']);
  connection = await connect(bed.display, 60_000);
  const opened = await SharedMemory.open(connection);
  if (!opened) throw new Error('no shared memory');
  memory = opened;
});

afterAll(async () => {
  connection?.client.terminate();
  await bed?.stop();
});

/** Where this process's files are; one may be closed while it is looked at. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

const bySocket = async (area: Rectangle): Promise<Buffer> => makeOpaque(await image(connection, connection.root, area)).data;

describe('pictures through shared memory', () => {
  it.each<Rectangle>([
    screen,
    { x: 3, y: 7, width: 101, height: 53 },
    { x: 0, y: 299, width: 400, height: 1 },
    { x: 399, y: 0, width: 1, height: 300 },
    { x: 10, y: 10, width: 1, height: 1 },
    { x: 0, y: 0, width: 30, height: 2 },
  ])('are those that come with an answer: %o', async (area) => {
    const { data, ...size } = await memory.image(connection.root, area);
    expect(size).toEqual({ width: area.width, height: area.height, depth: 24 });
    expect(data.equals(await bySocket(area))).toBe(true);
  });

  it('keep their fourth byte where it is wanted', async () => {
    const { data } = await memory.image(connection.root, screen, true);
    expect(data.equals((await image(connection, connection.root, screen)).data)).toBe(true);
  });

  it('asked for at once do not write over each other', async () => {
    const areas = Array.from({ length: 12 }, (_, index) => ({ x: index, y: 2 * index, width: 40 + 20 * index, height: 30 + 15 * index }));
    const taken = await Promise.all(areas.map((area) => memory.image(connection.root, area)));
    for (const [index, area] of areas.entries()) expect(taken[index]?.data.equals(await bySocket(area)), JSON.stringify(area)).toBe(true);
  });

  it('that can\'t be are an error, and the next is right', async () => {
    await expect(memory.image(connection.root, { x: 390, y: 0, width: 40, height: 40 })).rejects.toThrow();
    expect((await memory.image(connection.root, screen)).data.equals(await bySocket(screen))).toBe(true);
  });

  it('leave no file behind: what is open has no name any more', () => {
    const ours = openFiles().filter((path) => path.includes('deskwright-') && path.startsWith('/dev/shm/'));
    expect(ours.length).toBeGreaterThan(0);
    for (const path of ours) expect(path).toMatch(/ \(deleted\)$/);
  });

  it('end with an error when the screen goes', async () => {
    const other = await startTestBed({ width: 64, height: 48, windowManager: false });
    const lost = await connect(other.display, 60_000);
    lost.client.on('error', () => undefined);
    const opened = await SharedMemory.open(lost);
    await other.stop();
    await expect(opened?.image(lost.root, { x: 0, y: 0, width: 64, height: 48 })).rejects.toThrow('went away');
  });
});
