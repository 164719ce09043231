import { readWords, UsageError } from './read-words';

/** What `--undo` and `--redo` were asked to do. */
export interface UndoCommand {
  direction: 'undo' | 'redo';
  session: string;
  /** One change by its number; null for all. */
  change: number | null;
  /** With `--approve none`: only said, not done. */
  preview: boolean;
  json: boolean;
  dataFolder: string | null;
}

/** Reads a command line with `--undo` or `--redo`; null when it has neither. Throws UsageError. */
export function parseUndo(argv: readonly string[]): UndoCommand | null {
  if (!argv.some((word) => /^--(undo|redo)(=|$)/.test(word))) return null;
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  if (values.undo !== undefined && values.redo !== undefined) throw new UsageError('--undo and --redo exclude each other.');
  if (positionals.length > 0) throw new UsageError('--undo and --redo take no task.');
  const change = values.change === undefined ? null : Number(values.change);
  if (change !== null && (!Number.isInteger(change) || change < 1)) throw new UsageError('--change takes the number of a change, from 1 up.');
  return {
    direction: values.undo === undefined ? 'redo' : 'undo',
    session: values.undo ?? values.redo ?? '',
    change,
    preview: values.approve === 'none',
    json: values.json ?? false,
    dataFolder: values['data-dir'] ?? null,
  };
}

function parse(argv: readonly string[]) {
  return readWords({
    args: [...argv],
    allowPositionals: true,
    options: {
      undo: { type: 'string' },
      redo: { type: 'string' },
      change: { type: 'string' },
      approve: { type: 'string' },
      json: { type: 'boolean' },
      workspace: { type: 'string' },
      'data-dir': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
