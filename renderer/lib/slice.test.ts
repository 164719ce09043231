import { afterEach, beforeAll, expect, it } from 'vitest';
import i18next from 'i18next';
import { reason } from './slice';

beforeAll(() => i18next.init({ lng: 'en', resources: {} }));
afterEach(() => i18next.changeLanguage('en'));

it('tells a failure of the main process in the language of the window, without Electron’s words around it', async () => {
  const failure = new Error("Error invoking remote method 'runs:answer': Error: This question no longer waits for an answer.");
  expect(reason(failure)).toBe('This question no longer waits for an answer.');
  await i18next.changeLanguage('zh-CN');
  expect(reason(failure)).toBe('这个问题已不再等待回答。');
  expect(reason(new Error('说明'))).toBe('说明');
});
