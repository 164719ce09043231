import { expect, it } from 'vitest';
import type { ChatItem, ToolItem } from '../chat/conversation';
import { createConversation } from '../chat/conversation';
import { activity } from './activity';

const asked: ToolItem = {
  kind: 'tool',
  key: 't',
  id: 't',
  tool: 'Bash',
  arguments: { command: 'make' },
  target: null,
  approval: { level: 'risky', decision: 'asked', by: 'person', reasons: [] },
  result: null,
  images: [],
  place: null,
  abandoned: false,
};
const notice: ChatItem = { kind: 'notice', key: 'n', code: 'SKILL', text: 'The disk is nearly full.', until: null };

it('goes on saying that a yes is waited for when a notice comes in between', () => {
  const running = { active: true, paused: false, stopping: false };
  expect(activity({ ...createConversation(), items: [asked, notice] }, running).key).toBe('run.waitingForYes');
  expect(activity({ ...createConversation(), items: [notice] }, running).key).toBe('run.thinking');
});
