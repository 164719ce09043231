import { z } from 'zod';
import { editFacts, runEdits } from './change-file';
import { defineTool } from './tool';

/** MultiEdit: several replacements in one file, all or none. */
export const multiEditTool = defineTool({
  name: 'MultiEdit',
  description:
    'Several replacements in one file you have read: all or none, each matched against the file as it is now; they may not overlap. Not for one change (Edit). Example: {"path": "a.txt", "edits": [{"old_string": "a", "new_string": "b"}]}',
  parameters: z.object({
    path: z.string().describe('File'),
    edits: z
      .array(z.strictObject({ old_string: z.string(), new_string: z.string() }))
      .min(1)
      .max(200)
      .describe('Replacements, each old_string exact and unique'),
  }),
  access: 'write',
  timeoutMs: 30_000,
  facts: ({ path, edits }, context) => editFacts(path, edits, context),
  run: ({ path, edits }, context) => runEdits(path, edits, context),
});
