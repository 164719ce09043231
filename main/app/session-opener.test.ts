import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Language } from '../../preload/contract/settings';
import { fixedAsker } from '../approval/fixed-asker';
import { openSkills } from '../skills/open-skills';
import { createSettings } from '../store/settings';
import { createSessionOpener } from './session-opener';

let root: string;
let data: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'opener-')));
  data = path.join(root, 'data');
  mkdirSync(data);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function noSkillRuns(): never {
  throw new Error('No skill runs here.');
}

function opener({ workspace = path.join(root, 'work'), language = 'en' as Language, available = false } = {}) {
  const skills = openSkills({ bundledFolder: path.join(root, 'skills'), bootstrap: 'none.js', fork: noSkillRuns, dataFolder: data, environment: {}, language: () => language });
  return createSessionOpener({
    dataFolder: data,
    ownCode: path.join(root, 'app'),
    chosenWorkspace: workspace,
    settings: createSettings(data, {}),
    skills,
    desktop: { tools: [] },
    desktopState: () => ({ available, reason: '' }),
    language: () => language,
    asker: fixedAsker('none'),
    ask: () => Promise.resolve(null),
    tell: () => undefined,
  });
}

it.each([
  ['en', 'The task was not begun, because it can’t be kept in '],
  ['zh', '任务没有开始，因为无法保存在 '],
] as const)('a session that can’t be written is explained to who asked, in %s', async (language, words) => {
  writeFileSync(path.join(data, 'sessions'), 'a file where the folder belongs');
  const [, , open] = opener({ language }).opening('a');
  await expect(open()).rejects.toThrow(`${words}${data}`);
});

it('a workspace that can’t be made is named, before anything is opened', () => {
  writeFileSync(path.join(root, 'file'), '');
  expect(() => opener({ workspace: path.join(root, 'file', 'inside') }).opening('a')).toThrow(/workspace folder .* cannot be used \(/);
});

it('a session is opened under the desktop’s state of the moment', async () => {
  const [, without, open] = opener().opening('a');
  const [, withDesktop] = opener({ available: true }).opening('a');
  expect(without).not.toBe(withDesktop);
  const session = await open();
  session.dispose();
});
