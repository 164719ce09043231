import { z } from 'zod';
import { editFacts, runEdits } from './change-file';
import { defineTool } from './tool';

/** Edit: replaces one text in a file, byte for byte. */
export const editTool = defineTool({
  name: 'Edit',
  description:
    'Replace one piece of text in a file you have read. old_string must be exact and unique. Not for several changes (MultiEdit) or whole files (Write). Example: {"path": "a.txt", "old_string": "teh", "new_string": "the"}',
  parameters: z.object({
    path: z.string().describe('File'),
    old_string: z.string().describe('Exact text to replace, with neighbouring lines if needed to be unique'),
    new_string: z.string().describe('Text to put there, taken literally'),
    replace_all: z.boolean().default(false).describe('Replace every occurrence'),
  }),
  access: 'write',
  timeoutMs: 30_000,
  facts: ({ path, ...edit }, context) => editFacts(path, [edit], context),
  run: ({ path, ...edit }, context) => runEdits(path, [edit], context),
});
