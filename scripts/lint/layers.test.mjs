import { describe, expect, it } from 'vitest';
import { judgeImport } from './layers.mjs';

describe('the import table', () => {
  it.each([
    ['preload/contract/bridge.ts', 'zod'],
    ['preload/index.ts', 'electron'],
    ['preload/index.ts', './contract/channels'],
    ['renderer/features/chat/chat.tsx', '../../../preload/contract/run-event'],
    ['main/agent/loop.ts', '../model/model'],
    ['main/approval/gate.ts', '../tools/call'],
    ['main/ipc/run.ts', '../agent/loop'],
    ['main/app.ts', '../skills/desktop-control/skill'],
    ['skills/desktop-control/skill.ts', '../../main/tools/tool'],
    ['skills/calculator/run.ts', '../serve'],
    ['skills/calculator/run.ts', './source/evaluate'],
    ['skills/calculator/source/evaluate.ts', './number'],
    ['skills/calculator/source/answer.ts', '../../../arithmetic/evaluate'],
    ['main/model/planner/tasks/calculate.ts', '../../../../arithmetic/evaluate'],
    ['arithmetic/evaluate.ts', './rational'],
    ['skills/travel-assistant/source/answer.ts', '../../lookups/search/search'],
    ['skills/lookups/search/search.ts', '../fields'],
  ])('%s may import %s', (from, specifier) => {
    expect(judgeImport(from, specifier, false)).toBeNull();
  });

  it.each([
    ['preload/contract/bridge.ts', 'node:fs'],
    ['preload/contract/bridge.ts', '../../main/tools/tool'],
    ['preload/index.ts', 'node:fs'],
    ['preload/index.ts', 'zod'],
    ['renderer/main.tsx', 'electron'],
    ['renderer/main.tsx', 'node:fs'],
    ['renderer/main.tsx', '../main/agent/loop'],
    ['renderer/main.tsx', '../skills/desktop-control/skill'],
    ['main/agent/loop.ts', 'electron'],
    ['main/agent/loop.ts', '../window/main-window'],
    ['main/agent/loop.ts', '../../skills/desktop-control/skill'],
    ['main/tools/bash.ts', '../approval/gate'],
    ['main/approval/gate.ts', '../agent/loop'],
    ['main/store/settings.ts', '../tools/tool'],
    ['main/window/main-window.ts', '../ipc/handle'],
    ['main/cli.ts', 'electron'],
    ['skills/desktop-control/skill.ts', 'electron'],
    ['skills/desktop-control/skill.ts', '../../main/tools/registry'],
    ['skills/desktop-control/skill.ts', '../../main/agent/loop'],
    ['skills/calculator/run.ts', '../date-planner/run'],
    ['skills/calculator/run.ts', '../../main/tools/tool'],
    ['skills/serve.ts', './calculator/run'],
    ['skills/date-planner/run.ts', '../../arithmetic/rational'],
    ['arithmetic/evaluate.ts', 'decimal.js'],
    ['skills/travel-assistant/source/answer.ts', '../../web-search/source/answer'],
    ['skills/calculator/run.ts', '../lookups/fields'],
    ['arithmetic/evaluate.ts', '../main/tools/tool'],
    ['e2e/specs/main-job.spec.ts', '../../main/agent/loop'],
  ])('%s may not import %s', (from, specifier) => {
    expect(judgeImport(from, specifier, false)).toMatch(/may not import/);
  });

  it('lets the skill use the types of main/tools, not its code', () => {
    expect(judgeImport('skills/desktop-control/skill.ts', '../../main/tools/workspace', true)).toBeNull();
    expect(judgeImport('skills/desktop-control/skill.ts', '../../main/tools/workspace', false)).toMatch(/may not/);
  });
});
