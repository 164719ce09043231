import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostClient } from './host-client';
import type { HostReply } from './protocol';

/** What stands in for the host's processes: each begins when it is told to. */
let forked: { begin(): void; end(code: number | null): void; killed: boolean }[];
let client: HostClient;

beforeEach(() => {
  vi.useFakeTimers();
  forked = [];
  client = new HostClient(
    () => {
      let hear: (reply: HostReply) => void = () => undefined;
      const ends: ((code: number | null) => void)[] = [];
      const process = { begin: () => hear({ ready: { available: true, reason: '' } }), end: (code: number | null) => ends.forEach((tell) => tell(code)), killed: false };
      forked.push(process);
      return { post: () => undefined, onMessage: (listener) => (hear = listener), onExit: (listener) => void ends.push(listener), kill: () => (process.killed = true) };
    },
    'host.js',
    {},
  );
});
afterEach(() => {
  client.dispose();
  vi.useRealTimers();
});

describe('a host that is slow to start', () => {
  it('is waited for nearly a minute and a half', async () => {
    const status = client.status();
    await vi.advanceTimersByTimeAsync(89_000);
    forked[0]?.begin();
    expect(await status).toEqual({ available: true, reason: '' });
    expect(forked).toMatchObject([{ killed: false }]);
  });

  it('and never comes is given up with the reason, and another one is started for the next question', async () => {
    const acting = client.call('release', { everything: false });
    const refused = expect(acting).rejects.toMatchObject({ code: 'UNSUPPORTED', message: 'The desktop host did not start in time.' });
    const status = client.status();
    await vi.advanceTimersByTimeAsync(90_000);
    await refused;
    expect(await status).toMatchObject({ available: false, why: { code: 'late' } });
    expect(forked).toMatchObject([{ killed: true }]);
    const again = client.status();
    forked[1]?.begin();
    expect(await again).toMatchObject({ available: true });
  });

  it('and ends before it is ready is told at once', async () => {
    const status = client.status();
    forked[0]?.end(1);
    expect(await status).toMatchObject({ available: false, why: { code: 'not_started' } });
  });
});
