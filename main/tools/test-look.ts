import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { rememberContent } from './file-locks';
import { defineTool } from './tool';

/** As Read does for a change: notes that the file was seen, without loading what reads documents. */
export const lookTool = defineTool({
  name: 'Look',
  description: '',
  parameters: z.object({ path: z.string() }),
  access: 'read',
  timeoutMs: 10_000,
  facts: () => Promise.resolve({}),
  run({ path: file }, context) {
    const real = path.join(context.workspace.root, file);
    rememberContent(context, real, readFileSync(real));
    return Promise.resolve({ status: 'success', data: {}, text: '' });
  },
});
