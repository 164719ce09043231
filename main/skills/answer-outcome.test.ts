import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outcomeOf } from './answer-outcome';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-outcome-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failed = { status: 'error', code: 'EXECUTION_ERROR', message: 'It broke off.', hint: 'Tell the person.' } as const;

it('names the file that holds what a failed program wrote for whoever mends it, and says none of it', async () => {
  const outcome = await outcomeOf('broken', { ...failed, diagnostics: 'TypeError: x\n    at run.mjs:3' }, folder);
  expect(readFileSync(String(outcome.data['diagnostics_file']), 'utf8')).toBe('TypeError: x\n    at run.mjs:3');
  expect(`${outcome.text} ${outcome.error?.hint}`).not.toContain('TypeError');
});

it('keeps nothing where nothing was written', async () => {
  expect((await outcomeOf('broken', failed, folder)).data).toEqual({ skill: 'broken' });
  expect(readdirSync(folder)).toEqual([]);
});
