import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { errorCodes, type ToolError } from '../../../preload/contract/envelope';
import en from '../../locales/en.json';
import zh from '../../locales/zh.json';
import { ToolTrouble } from './tool-trouble';

async function drawn(lng: 'en' | 'zh', error: ToolError, reasons: string[] = []): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng, resources: { en: { translation: en }, zh: { translation: zh } } });
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ToolTrouble error={error} reasons={reasons} />
    </I18nextProvider>,
  );
}

const missing: ToolError = { code: 'NOT_FOUND', message: 'a.txt does not exist.', hint: 'List the folder with LS.' };

describe('a failed call', () => {
  it('says why and what next, in English as the tool says it', async () => {
    const html = await drawn('en', missing);
    expect(html).toContain('a.txt does not exist.');
    expect(html).toContain('List the folder with LS.');
    expect(html).not.toContain(en.tool.code.NOT_FOUND);
  });

  it.each([
    ['a.txt does not exist.', 'a.txt 不存在。'],
    ['Edit 2: old_string occurs 3 times, at lines 1, 5, 9. Nothing was changed.', '第 2 处修改：要替换的原文有 3 处（第 1, 5, 9 行），什么都没有改动。'],
    ['The focus went from "Calc" to no window while typing; typing stopped.', '输入时“Calc”失去了焦点（现在在前面的：没有窗口），已停止输入。'],
    ['Exit code 1; stage 2 exited with 1.', '退出码 1（stage 2 exited with 1）。'],
    ['cat alone is what the tool Read is for.', '单独使用 cat 应改用工具 Read。'],
    ['ENOSPC: no space left on device, write', '磁盘已满（write）。'],
    ['b (1).txt is a file.', 'b (1).txt 是文件，不是文件夹。'],
  ])('says it in Chinese, without what the model is told to do next: %s', async (message, told) => {
    expect(await drawn('zh', { code: 'NOT_FOUND', message, hint: 'List the folder with LS.' })).toContain(`<p>${told}</p></div>`);
  });

  it('that says something new is told in Chinese first; what follows is marked as English, for who has it read aloud', async () => {
    const html = await drawn('zh', { code: 'EXECUTION_ERROR', message: 'The moon is full.', hint: 'Wait.' });
    expect(html).toContain(`<p>${zh.tool.code.EXECUTION_ERROR}</p><p lang="en">The moon is full.</p>`);
  });

  it.each(['DENIED', 'FORBIDDEN', 'CANCELLED'] as const)('that ended with %s does not read to the person what the model is told to do', async (code) => {
    const html = await drawn('en', { code, message: 'The person did not allow this call.', hint: 'Do not try the same by another way.' });
    expect(html).toContain(en.tool.code[code]);
    expect(html).not.toMatch(/The person|Do not try/);
  });

  it('that is forbidden says for which reasons', async () => {
    expect(await drawn('zh', { code: 'FORBIDDEN', message: 'm', hint: 'h' }, ['它会删除所有内容。'])).toContain('它会删除所有内容。');
  });

  it('has words for every code', () => {
    expect(Object.keys(en.tool.code).sort()).toEqual([...errorCodes].sort());
  });
});
