import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { expect, test } from 'vitest';
import { channels } from '../../preload/contract/channels';
import { createDoor } from './handle';

type Listener = (event: IpcMainInvokeEvent, ...sent: unknown[]) => unknown;

/** Stands in for Electron's side of the channel; e2e/specs/security proves the same with real frames. */
function bed() {
  const listeners = new Map<string, Listener>();
  const owner = { id: 1 } as WebContents;
  const door = createDoor({
    ipc: { handle: (channel, listener) => void listeners.set(channel, listener) },
    owners: () => [owner, null],
    isOurs: (address) => address === 'app://deskwright/index.html',
  });
  const call = (method: keyof typeof channels, sent: unknown[], from: Partial<{ sender: WebContents; url: string; parent: object | null; frame: null }> = {}) => {
    const frame = 'frame' in from ? null : ({ url: from.url ?? 'app://deskwright/index.html', parent: from.parent ?? null } as WebFrameMain);
    return listeners.get(channels[method])!({ sender: from.sender ?? owner, senderFrame: frame } as unknown as IpcMainInvokeEvent, ...sent);
  };
  return { door, call };
}

test('an owner on our page with a fitting payload is answered', async () => {
  const { door, call } = bed();
  door.handle('startRun', ({ text }) => ({ session: text }));
  expect(await call('startRun', [{ text: 'hello' }])).toEqual({ session: 'hello' });
});

test('another window, a subframe, a foreign page and a page that is gone are refused', () => {
  const { door, call } = bed();
  let reached = 0;
  door.handle('stopRun', () => {
    reached += 1;
  });
  expect(() => call('stopRun', [], { sender: { id: 2 } as WebContents })).toThrow(/Refused/);
  expect(() => call('stopRun', [], { parent: {} })).toThrow(/main frame/);
  expect(() => call('stopRun', [], { frame: null })).toThrow(/main frame/);
  expect(() => call('stopRun', [], { url: 'https://example.org/' })).toThrow(/not one of ours/);
  expect(reached).toBe(0);
});

test.each([
  ['startRun', [{ text: '' }]],
  ['startRun', [{ text: 1 }]],
  ['startRun', []],
  ['pauseRun', ['yes']],
  ['stopRun', [undefined, 'more']],
  ['saveSettings', [{ max_steps: 0 }]],
  ['answerApproval', [{ id: '1', decision: 'allow_everything' }]],
  ['draftRoutine', ['../x']],
  ['saveRoutine', [{ session: 's', name: '', blanks: [] }]],
  ['saveRoutine', [{ session: 's', name: 'x', blanks: [{ key: 'a b', label: '' }] }]],
  ['runRoutine', [{ name: 'x', values: { 'a-b': 'v' } }]],
  ['runRoutine', [{ name: 'x', values: { file: 1 } }]],
  ['trustSkill', [{ name: 'x', hash: 'anything' }]],
  ['reviewSkill', ['../x']],
  ['importSkills', ['/home/ada/skill']],
  ['removeSkill', ['..']],
  ['removeSkill', ['a/b']],
  ['removeSkill', ['.import-1']],
  ['enableSkill', [{ name: 'x' }]],
  ['trySkill', [{ name: 'x', args: 'a' }]],
  ['acceptLesson', [{ name: 'x', lesson: { kind: 'description', before: '', after: '', reasons: [], by_model: false } }]],
] as const)('%s with %j is refused', (method, sent) => {
  const { door, call } = bed();
  door.handle(method, (() => undefined) as never);
  expect(() => call(method, [...sent])).toThrow(/Refused/);
});

test('keys the schema does not know never reach the handler', async () => {
  const { door, call } = bed();
  door.handle('startRun', (payload) => ({ session: JSON.stringify(payload) }));
  expect(await call('startRun', [{ text: 'x', approve: 'all' }])).toEqual({ session: '{"text":"x"}' });
});
