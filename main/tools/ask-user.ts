import { z } from 'zod';
import { failure, defineTool } from './tool';

/** People may take their time; a timer can't hold more than this, milliseconds. */
const longestWait = 2 ** 31 - 1;

/** AskUser: one question to the person. */
export const askUserTool = defineTool({
  name: 'AskUser',
  description:
    'Ask the person one question when the task cannot go on without their choice or knowledge. Not for permission: dialogs do that by themselves. Example: {"question": "Which year?", "options": ["2025", "2026"]}',
  parameters: z.object({
    question: z.string().min(1).describe('One question, in their language'),
    options: z.array(z.string()).max(10).default([]).describe('Answers to choose from; they may also write their own'),
  }),
  access: 'read',
  timeoutMs: longestWait,
  facts: () => Promise.resolve({}),
  async run({ question, options }, { ask }) {
    const answer = await ask(question, [...options]);
    if (answer === null) {
      return failure('UNSUPPORTED', 'Nobody is there to answer.', 'Decide by what is known and say so, or stop and report what is missing.');
    }
    return { status: 'success', data: { answer }, text: answer };
  },
});
