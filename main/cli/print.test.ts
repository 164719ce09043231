import { expect, it } from 'vitest';
import type { RunEvent } from '../../preload/contract/run-event';
import { printPlain } from './print';

function printed(events: RunEvent[]): { out: string; diagnostics: string } {
  const text = { out: '', diagnostics: '' };
  const print = printPlain(
    (more) => (text.out += more),
    (more) => (text.diagnostics += more),
  );
  events.forEach(print);
  return text;
}

it('does not say an answer again as the reason why the run ended', () => {
  const { out, diagnostics } = printed([{ type: 'assistant', text: 'I don’t understand this.' }, { type: 'run_end', status: 'failed', text: 'I don’t understand this.' }]);
  expect(out).toBe('I don’t understand this.\n');
  expect(diagnostics).toBe('failed\n');
});

it('does not say a notice again as that reason either', () => {
  expect(printed([{ type: 'notice', code: 'MODEL_AUTH', text: 'The key was refused.' }, { type: 'run_end', status: 'failed', text: 'The key was refused.' }]).diagnostics).toBe('! The key was refused.\nfailed\n');
});

it('gives the reason when nothing has said it', () => {
  expect(printed([{ type: 'assistant', text: 'I go on.' }, { type: 'run_end', status: 'limit', text: 'The limit of 2 steps is reached.' }]).diagnostics).toBe('limit: The limit of 2 steps is reached.\n');
});
