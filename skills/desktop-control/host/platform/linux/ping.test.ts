import { eventMask, type XEvent } from 'x11';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBed, until, type TestBed } from '../../../test-bed';
import { atom, connect, type Connection } from './connection';
import { Ping } from './ping';

/** Beside a client that answers as it is told to: what is sent to the root reaches whoever listens for one of the events of its mask. */

let bed: TestBed;
let ours: Connection;
let program: Connection;
let ping: Ping;

beforeAll(async () => {
  bed = await startTestBed({ windowManager: false });
  [ours, program] = await Promise.all([connect(bed.display, 60_000), connect(bed.display, 60_000)]);
  ping = await Ping.open(ours);
});

afterAll(async () => {
  ours?.client.terminate();
  program?.client.terminate();
  await bed?.stop();
});

/** A window of the program that says it knows the question; `answer` sends it on to the root. */
async function openWindow(onAsked: (answer: () => void) => void, mask: number): Promise<number> {
  const { client, root } = program;
  const [protocols, name] = await Promise.all([atom(program, 'WM_PROTOCOLS'), atom(program, '_NET_WM_PING')]);
  const window = client.AllocID();
  client.CreateWindow(window, root, 10, 10, 60, 60, 0, 0, 1, 0, {});
  const data = Buffer.alloc(4);
  data.writeUInt32LE(name);
  client.ChangeProperty(0, window, protocols, await atom(program, 'ATOM'), 32, data);
  client.MapWindow(window);
  client.on('event', (event: XEvent) => {
    if (event.name !== 'ClientMessage' || Number(event['wid']) !== window) return;
    onAsked(() => client.SendClientMessage(root, root, protocols, 32, [...(event['data'] as number[])], mask));
  });
  await client.sync();
  return window;
}

describe('programs answer', () => {
  it.each([
    ['as GTK does, to who listens to windows below the root', 'SubstructureNotify'],
    ['as Qt does, to who listens to the root itself', 'StructureNotify'],
  ])('%s', async (_, mask) => {
    const window = await openWindow((answer) => answer(), eventMask[mask] ?? 0);
    expect(await ping.caughtUp(window, 40_000)).toBe(true);
  });
});

it('a program that never answers is waited for once, and again as soon as it has answered', async () => {
  const answers: (() => void)[] = [];
  const window = await openWindow((answer) => answers.push(answer), eventMask['StructureNotify'] ?? 0);
  expect(await ping.caughtUp(window, 6000)).toBe(false);
  // Without the memory of it this would take an hour.
  expect(await ping.caughtUp(window, 3_600_000)).toBe(false);
  await until(() => answers.length === 2, 60_000, 'the second question');
  for (const answer of answers) answer();
  let answered = false;
  await until(async () => {
    void ping.caughtUp(window, 40_000).then((is) => (answered ||= is));
    for (const answer of answers) answer();
    return answered;
  }, 60_000, 'an answer that counts');
});
