import { expect, test } from 'vitest';
import { createOpenSessions } from './open-sessions';

interface Fake {
  name: string;
  gone: boolean;
  dispose(): void;
}

/** Sessions that are open when the test says so. */
function bed() {
  const made: Fake[] = [];
  const waiting: (() => void)[] = [];
  const open = (name: string) => (): Promise<Fake> =>
    new Promise((resolve) => {
      const fake: Fake = { name, gone: false, dispose: () => (fake.gone = true) };
      made.push(fake);
      waiting.push(() => resolve(fake));
    });
  const ready = (): void => {
    for (const one of waiting.splice(0)) one();
  };
  return { sessions: createOpenSessions<Fake>(), made, open, ready };
}

test('two that ask at the same time get one session', async () => {
  const { sessions, made, open, ready } = bed();
  const both = [sessions.get('s', '/w', open('first')), sessions.get('s', '/w', open('second'))];
  ready();
  expect(await both[0]).toBe(await both[1]);
  expect(made).toHaveLength(1);
});

test('under other circumstances it is opened anew, and the old one is let go of', async () => {
  const { sessions, made, open, ready } = bed();
  const old = sessions.get('s', '/w', open('old'));
  const fresh = sessions.get('s', '/elsewhere', open('fresh'));
  ready();
  expect((await fresh).name).toBe('fresh');
  expect((await old).gone).toBe(true);
  expect(made.map(({ gone }) => gone)).toEqual([true, false]);
});

test('a session in which a run goes on stays whatever is changed meanwhile', async () => {
  const { sessions, open, ready } = bed();
  let end = (): void => undefined;
  const run = sessions.use('s', '/w', open('running'), async (session) => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return session.gone;
  });
  ready();
  const asked = await sessions.get('s', '/elsewhere', open('another'));
  expect(asked).toMatchObject({ name: 'running', gone: false });
  end();
  expect(await run).toBe(false);
  const after = sessions.get('s', '/elsewhere', open('another'));
  ready();
  expect((await after).name).toBe('another');
});

test('one that could not be opened is tried again', async () => {
  const { sessions, open, ready } = bed();
  await expect(sessions.get('s', '/w', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await sessions.known('s')).toBeNull();
  const again = sessions.get('s', '/w', open('again'));
  ready();
  expect((await again).name).toBe('again');
});

test('closing lets go of an open session at once', async () => {
  const { sessions, made, open, ready } = bed();
  const opening = sessions.get('s', '/w', open('there'));
  ready();
  await opening;
  sessions.closeAll();
  expect(made[0]?.gone).toBe(true);
});

test('closing reaches a session that is still being opened', async () => {
  const { sessions, made, open, ready } = bed();
  const opening = sessions.get('s', '/w', open('late'));
  sessions.close('s');
  ready();
  await opening;
  expect(made[0]?.gone).toBe(true);
  expect(await sessions.known('s')).toBeNull();
});
