import type { ActRequest, HostReply, HostRequest, ObserveRequest } from '../protocol';
import { act } from './act';
import { openCapture } from './capture';
import { openChannel } from './channel';
import { Desktop } from './desktop';
import { HostError, NoDesktopError } from './error';
import { locate } from './locate';
import { observe } from './observe';
import { openPlatform } from './platform/open';
import { preview } from './preview';
import { selfTest } from './self-test';
import { standing } from './standing';

const channel = openChannel();
const running = new Map<number, AbortController>();

/** Reads run side by side; acts one after the other, in order. */
let queue: Promise<unknown> = Promise.resolve();

async function start(): Promise<Desktop> {
  const ownPids = (process.env['DESKWRIGHT_OWN_PIDS'] ?? '').split(',').map(Number).filter((pid) => pid > 0);
  const all = [...ownPids, process.pid];
  const platform = await openPlatform(all, () => {
    channel.send({ ready: { available: false, reason: 'The screen went away. Deskwright tries again when it is back.', why: { code: 'gone', values: {} } } });
    process.exit(1);
  });
  if (process.env['DESKWRIGHT_RELEASE'] === '1') await platform.releaseEverything();
  const source = await openCapture(platform.screen);
  await selfTest(platform, source);
  const desktop = new Desktop(platform, source, new Set(all));
  desktop.onTakeOver = (person) => channel.send({ person });
  return desktop;
}

async function run(desktop: Desktop, request: HostRequest, signal: AbortSignal): Promise<unknown> {
  switch (request.method) {
    case 'observe':
      return observe(desktop, request.params as ObserveRequest, signal);
    case 'locate':
      return locate(desktop, request.params as ActRequest);
    case 'act': {
      const turn = queue.then(() => act(desktop, request.params as ActRequest, signal));
      queue = turn.catch(() => undefined);
      return turn;
    }
    case 'frame':
      return preview(desktop);
    case 'standing':
      return standing(await desktop.platform.stack(), (request.params as { window: number }).window);
    case 'hold':
      desktop.held = (request.params as { held: boolean }).held;
      return null;
    case 'privacy':
      desktop.privateWords = (request.params as { words: string[] }).words;
      return null;
    case 'release':
      await ((request.params as { everything: boolean }).everything ? desktop.platform.releaseEverything() : desktop.platform.releaseAll());
      return null;
    default:
      throw new HostError('INTERNAL_ERROR', `The desktop host has no method "${request.method}".`, 'Rebuild: skill and host are of different versions.');
  }
}

function failureOf(error: unknown): { code: string; message: string; hint: string } {
  if (error instanceof HostError) return { code: error.code, message: error.message, hint: error.hint };
  return { code: 'EXECUTION_ERROR', message: error instanceof Error ? error.message : String(error), hint: 'Observe to see the state of the desktop, then try again.' };
}

async function answer(desktop: Desktop, request: HostRequest): Promise<void> {
  const controller = new AbortController();
  running.set(request.id, controller);
  const reply: HostReply = await run(desktop, request, controller.signal).then(
    (result) => ({ id: request.id, result }),
    (error: unknown) => ({ id: request.id, error: failureOf(error) }),
  );
  running.delete(request.id);
  channel.send(reply);
}

const opened = start();
opened.then(
  () => channel.send({ ready: { available: true, reason: '' } }),
  (error: unknown) => channel.send({ ready: { available: false, reason: error instanceof Error ? error.message : String(error), ...(error instanceof NoDesktopError ? { why: error.why } : {}) } }),
);

channel.onMessage((message) => {
  void opened.then(
    (desktop) => {
      if ('cancel' in message) {
        running.get(message.cancel)?.abort();
        return desktop.platform.releaseAll();
      }
      return answer(desktop, message);
    },
    (error: unknown) => {
      if (!('cancel' in message)) channel.send({ id: message.id, error: { code: 'UNSUPPORTED', message: error instanceof Error ? error.message : String(error), hint: 'The desktop tools need a reachable screen; other tools still work.' } });
    },
  );
});

channel.onGone(() => {
  void opened
    .then((desktop) => desktop.platform.dispose())
    .catch(() => undefined)
    .finally(() => process.exit(0));
});
