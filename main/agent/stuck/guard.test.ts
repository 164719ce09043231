import { expect, it } from 'vitest';
import type { Envelope, ErrorCode } from '../../../preload/contract/envelope';
import type { RunEvent } from '../../../preload/contract/run-event';
import { StuckGuard } from './guard';

type Done = [name: string, args: Record<string, unknown>, result?: Partial<Envelope>];

const envelope = (given: Partial<Envelope> = {}): Envelope => ({ status: 'success', data: {}, text: 'ok', stats: { time_ms: Math.random() }, context: { cwd: '/', params_input: {} }, ...given });
const failed = (code: ErrorCode): Partial<Envelope> => ({ status: 'error', text: code, error: { code, message: code, hint: '' } });
const effect = (changed: boolean): Partial<Envelope> => ({ data: { effect: { changed } } });

/** Plays turns of one call each until the guard ends the run; `answers` are the person's, none means that nobody is there. */
async function play(turn: (index: number) => Done, answers: string[] = [], most = 60) {
  const told: string[] = [];
  const asked: string[] = [];
  const events: RunEvent[] = [];
  const guard = new StuckGuard({
    ask(question) {
      asked.push(question);
      return Promise.resolve(answers.shift() ?? null);
    },
    language: 'en',
    emit: (event) => events.push(event),
    tell: (text) => told.push(text),
  });
  for (let index = 0; index < most; index++) {
    const [name, args, result] = turn(index);
    const end = await guard.check([{ id: String(index), name, arguments: JSON.stringify(args) }], [{ envelope: envelope(result), images: [] }]);
    if (end) return { end, turns: index + 1, told, asked, events };
  }
  return { end: null, turns: most, told, asked, events };
}

it('tells the model of the same call with the same result, then asks, then ends with the reason', async () => {
  const run = await play(() => ['Read', { path: 'a.txt' }, failed('NOT_FOUND')]);
  expect(run.told).toEqual([expect.stringMatching(/^\[Deskwright\] You made the same call 3 times.*a\.txt.*NOT_FOUND/)]);
  expect(run.asked).toHaveLength(1);
  expect(run.turns).toBe(6);
  expect(run.end).toEqual({ status: 'stopped', text: expect.stringContaining('a.txt') });
  expect(run.events).toContainEqual({ type: 'notice', code: 'STUCK', text: expect.stringContaining('a.txt') });
});

it.each([2, 3, 4])('sees a circle of %i calls', async (length) => {
  const run = await play((index) => ['Read', { path: `${index % length}.txt` }]);
  expect(run.told[0]).toContain('going in a circle');
  expect(run.turns).toBeLessThanOrEqual(4 * length);
  expect(run.end?.status).toBe('stopped');
});

it('sees clicks without effect, whatever is looked at in between', async () => {
  const run = await play((index) => (index % 2 ? ['Observe', { what: 'elements' }, { text: `look ${index}` }] : ['Computer', { action: 'click', x: index, y: 1 }, effect(false)]));
  expect(run.told[0]).toContain('no visible effect');
  expect(run.end?.status).toBe('stopped');
  expect(run.turns).toBeLessThan(12);
});

it('asks after three different failures in a row, and takes what the person says to the model', async () => {
  const run = await play((index) => ['Read', { path: `missing-${index}.txt` }, failed('NOT_FOUND')], ['Look in docs/', 'Stop']);
  expect(run.told[0]).toContain('AskUser');
  expect(run.told[1]).toContain('They answered: Look in docs/');
  expect(run.asked[0]).toContain('missing-3.txt');
  expect(run.end?.status).toBe('stopped');
});

it('ends a row of failures also when nobody is there', async () => {
  const run = await play((index) => ['Read', { path: `missing-${index}.txt` }, failed('NOT_FOUND')]);
  expect(run.turns).toBe(10);
  expect(run.end?.status).toBe('stopped');
});

it.each<[string, (index: number) => Done]>([
  ['different work', (index) => ['Read', { path: `part-${index}.txt` }]],
  ['the same look at what changes', (index) => ['Read', { path: 'log.txt' }, { text: `line ${index}` }]],
  ['polling a task', () => ['Bash', { command: 'poll', task_id: 't1' }]],
  ['waiting', () => ['Computer', { action: 'wait' }, effect(false)]],
  ['the list of steps', () => ['TodoWrite', { summary: 's', todos: [] }]],
  ['failures with successes between', (index) => ['Read', { path: `${index}` }, index % 3 ? failed('NOT_FOUND') : {}]],
  ['what was refused', (index) => ['Bash', { command: `rm ${index}` }, failed('DENIED')]],
  ['clicks that work', (index) => ['Computer', { action: 'click', x: index, y: 1 }, effect(index % 3 === 0)]],
])('lets pass: %s', async (_name, turn) => {
  const run = await play(turn, [], 30);
  expect([run.told, run.end]).toEqual([[], null]);
});

it('does not take a picture’s capture number for a change', async () => {
  const run = await play((index) => ['Observe', {}, { data: { capture: { id: `c${index}` } }, text: `Capture c${index}` }]);
  expect(run.told[0]).toContain('same call 3 times');
});
