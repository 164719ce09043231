import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { coreTools } from '../tools/core-tools';
import { createRegistry } from '../tools/registry';
import { createWorkspace } from '../tools/workspace-resolve';
import { renderTools } from '../model/chat/render';
import { systemPrompt } from './prompt';

const facts = { workspace: '/home/someone/Documents/A longer folder name/Deskwright', platform: 'linux', today: '2026-01-31', desktop: true };

it('has at most 1,000 tokens', () => {
  expect(countTokens(systemPrompt(facts))).toBeLessThanOrEqual(1_000);
});

it('says boundaries, decisions and recovery in this order, with the three worked examples', () => {
  const prompt = systemPrompt(facts);
  const places = ['# Boundaries', '# Decisions', '# Recovery', 'CONFLICT', 'NOT_FOUND', 'NO_EFFECT'].map((words) => prompt.indexOf(words));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.every((place) => place > 0)).toBe(true);
});

it('leaves the first request with the core tools under 12 KB', () => {
  const root = mkdtempSync(`${tmpdir()}/prompt-`);
  const workspace = createWorkspace(root, { dataFolder: `${root}/data` });
  const registry = createRegistry({ tools: coreTools, redeem: () => false, workspace, outputFolder: root, ask: () => Promise.resolve(null) });
  const messages = [{ role: 'system', content: systemPrompt({ ...facts, desktop: false }) }, { role: 'user', content: 'Please sum up the amounts in expenses.csv.' }];
  const request = JSON.stringify({ model: 'gpt-4.1', messages, tools: renderTools(registry.specs()), temperature: 0, stream: true });
  expect(Buffer.byteLength(request)).toBeLessThanOrEqual(12 * 1024);
});
