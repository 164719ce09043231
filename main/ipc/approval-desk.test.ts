import { expect, test, vi } from 'vitest';
import type { ApprovalRequest } from '../../preload/contract/approval';
import { createApprovalDesk } from './approval-desk';

const request = (id: string, scope: string | null = 'run: ls'): ApprovalRequest => ({
  id,
  tool: 'Bash',
  level: 'risky',
  title: 't',
  what: 'w',
  where: [],
  why: [],
  session_scope: scope,
});

function bed() {
  const log: string[] = [];
  const desk = createApprovalDesk({
    open: () => log.push('open'),
    close: async () => {
      log.push('close');
    },
    hold: (held) => log.push(held ? 'hold' : 'release'),
  });
  return { desk, log, never: new AbortController().signal };
}

const opened = (desk: ReturnType<typeof createApprovalDesk>, id: string) => vi.waitFor(() => expect(desk.current()?.id).toBe(id), { timeout: 30_000 });

test('the desktop is held from before the dialog opens until after it is gone', async () => {
  const { desk, log, never } = bed();
  const answer = desk.ask(request('1'), never);
  await opened(desk, '1');
  desk.answer({ id: '1', decision: 'allow_once' });
  expect(await answer).toEqual({ id: '1', decision: 'allow_once' });
  expect(log).toEqual(['hold', 'open', 'close', 'release']);
  expect(desk.current()).toBeNull();
});

test('an answer for another request is refused and decides nothing', async () => {
  const { desk, never } = bed();
  const answer = desk.ask(request('1'), never);
  await opened(desk, '1');
  expect(() => desk.answer({ id: '2', decision: 'allow_once' })).toThrow();
  expect(desk.current()?.id).toBe('1');
  desk.answer({ id: '1', decision: 'deny', message: 'no' });
  expect(await answer).toMatchObject({ decision: 'deny', message: 'no' });
  expect(() => desk.answer({ id: '1', decision: 'allow_once' })).toThrow();
});

test('what may not be granted ahead can not be allowed for the session', async () => {
  const { desk, never } = bed();
  const answer = desk.ask(request('1', null), never);
  await opened(desk, '1');
  expect(() => desk.answer({ id: '1', decision: 'allow_session' })).toThrow(/once/);
  desk.dismiss();
  expect(await answer).toEqual({ id: '1', decision: 'deny' });
});

test('two requests are shown one after the other', async () => {
  const { desk, log, never } = bed();
  const first = desk.ask(request('1'), never);
  const second = desk.ask(request('2'), never);
  await opened(desk, '1');
  desk.answer({ id: '1', decision: 'deny' });
  await first;
  await opened(desk, '2');
  desk.answer({ id: '2', decision: 'allow_once' });
  await second;
  expect(log).toEqual(['hold', 'open', 'close', 'release', 'hold', 'open', 'close', 'release']);
});

test('a stop closes the dialog and rejects; the next request is not harmed', async () => {
  const { desk, log, never } = bed();
  const abort = new AbortController();
  const first = desk.ask(request('1'), abort.signal);
  await opened(desk, '1');
  abort.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  expect(log.at(-1)).toBe('release');
  const second = desk.ask(request('2'), never);
  await opened(desk, '2');
  desk.dismiss();
  expect(await second).toMatchObject({ decision: 'deny' });
});
