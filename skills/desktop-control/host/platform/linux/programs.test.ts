import { expect, it } from 'vitest';
import { programEnvironment } from './programs';

it('starts programs that can be seen into, without our secrets', () => {
  const own = { HOME: '/home/a', DISPLAY: ':1', NO_AT_BRIDGE: '1', OPENAI_API_KEY: 'x', TAVILY_API_KEY: 'x', DESKWRIGHT_OWN_PIDS: '1', ELECTRON_RUN_AS_NODE: '1' };
  expect(programEnvironment(own)).toEqual({ HOME: '/home/a', DISPLAY: ':1', ACCESSIBILITY_ENABLED: '1', QT_ACCESSIBILITY: '1', QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
});
