import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What was wrong with the command line, in words for the person; exit code 2. */
export class UsageError extends Error {}

/** Options that are no options of a task: what each goes with. */
const ELSEWHERE: Record<string, string> = {
  '--change': '--undo SESSION or --redo SESSION',
  '--request': 'trace FILE',
};

/** `parseArgs`, with what is wrong in words for the person. @throws UsageError */
export function readWords<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(inWords(error));
  }
}

function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const named = /'(?:-\w, )?(-[^' ]+)/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return ELSEWHERE[named] ? `${named} goes with ${ELSEWHERE[named]} only.` : `There is no option ${named} here. A task that begins with a dash goes behind --.`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take an argument') ? `${named} takes no value.` : `${named} needs a value behind it.`;
    default:
      return message;
  }
}
