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

  it('says it in Chinese first; what follows is marked as English, for who has it read aloud', async () => {
    const html = await drawn('zh', missing);
    expect(html).toContain(`<p>${zh.tool.code.NOT_FOUND}</p><p lang="en">a.txt does not exist.</p>`);
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
