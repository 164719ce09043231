import { describe, expect, it } from 'vitest';
import { dialectChoices } from '../../../preload/contract/settings';
import { chooseDialect, dialectNamed, dialectNames } from './choose';

describe('the dialect', () => {
  it.each([
    ['gpt-4.1', 'native'], ['deepseek-chat', 'native'], ['glm-4.5v', 'native'], ['qwen3-coder', 'native'], ['qwen-max', 'native'], ['kimi-k2', 'native'], ['farad-1', 'native'],
    ['computer-use-preview-2025-03-11', 'responses'],
    ['UI-TARS-7B-DPO', 'ui-tars-1.0'], ['ByteDance-Seed/UI-TARS-2B-SFT', 'ui-tars-1.0'], ['UI-TARS-72B', 'ui-tars-1.0'],
    ['ui-tars-1.5-7b', 'ui-tars-1.5'], ['bytedance/UI-TARS-1.5', 'ui-tars-1.5'],
    ['doubao-1-5-ui-tars-250428', 'doubao'], ['doubao-1.5-ui-tars', 'doubao'],
    ['autoglm-phone-9b', 'autoglm'], ['zai-org/AutoGLM-Phone-9B', 'autoglm'],
    ['Qwen/Qwen2.5-VL-72B-Instruct', 'qwen-2.5'], ['qwen2.5vl:7b', 'qwen-2.5'], ['qwen3-vl-plus', 'qwen-3'], ['Qwen3-VL-235B-A22B-Instruct', 'qwen-3'],
    ['mPLUG/GUI-Owl-7B', 'gui-owl'], ['Mobile-Agent-v3', 'mobile-agent-v3'], ['microsoft/Fara-7B', 'fara'],
  ])('of %s is %s', (model, name) => {
    expect(chooseDialect({ model, desktop: true, chosen: '' })?.dialect.name).toBe(name);
  });

  it('without a desktop is native, since a model of screens would have nothing to do', () => {
    expect(chooseDialect({ model: 'ui-tars-1.5-7b', desktop: false, chosen: '' })?.dialect.name).toBe('native');
  });

  it('is what the person chose, however it is spelled; an unknown name is none', () => {
    expect(chooseDialect({ model: 'gpt-4.1', desktop: true, chosen: 'UI-TARS 1.5' })?.dialect.name).toBe('ui-tars-1.5');
    for (const [written, name] of [['qwen2.5', 'qwen-2.5'], ['qwen3', 'qwen-3'], ['ReAct', 'react'], ['ui-tars-1.0', 'ui-tars-1.0'], ['ui-tars', 'ui-tars-1.5'], ['mobile-agent', 'mobile-agent-v3']] as const) expect(dialectNamed(written)?.name).toBe(name);
    expect(chooseDialect({ model: 'gpt-4.1', desktop: true, chosen: 'klingon' })).toBeNull();
    for (const name of dialectNames) expect(dialectNamed(name)?.name).toBe(name);
  });

  it('is offered in the settings under every name', () => {
    expect([...dialectChoices].sort()).toEqual([...dialectNames].sort());
  });

  it('falls back to text only where calls are native', () => {
    expect(chooseDialect({ model: 'gpt-4.1', desktop: false, chosen: '' })?.withoutTools?.name).toBe('react');
    expect(chooseDialect({ model: 'fara-7b', desktop: true, chosen: '' })?.withoutTools).toBeUndefined();
  });
});
