import { createInterface } from 'node:readline/promises';
import type { ApprovalAnswer, ApprovalRequest, Place } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';

/** Whether somebody can be asked: both ends must be a terminal, else a pipe would answer. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks one line on the terminal. Questions go to standard error, so that standard output stays the answer's. */
export async function askLine(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Readline swallows Ctrl+C; it has to stop the run, not merely to leave the question unanswered.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
}

/** The approval dialog on a terminal. An empty line is no answer to "may I": it is asked again. */
export async function askApproval(request: ApprovalRequest, language: Language, signal: AbortSignal): Promise<ApprovalAnswer> {
  const lines = [
    '',
    `── ${request.title} (${request.level}) ──`,
    request.what,
    ...request.where.map(describePlace),
    ...request.why.map((reason) => `• ${reason}`),
    ...(request.session_scope ? [say(language, 'terminal.session_scope', { scope: request.session_scope })] : []),
  ];
  process.stderr.write(lines.join('\n') + '\n');
  const choices = say(language, request.session_scope ? 'terminal.choices_session' : 'terminal.choices');
  for (;;) {
    const answer = (await askLine(`${choices} `, signal)).toLowerCase();
    if (answer === 'y' || answer === 'yes') return { id: request.id, decision: 'allow_once' };
    if ((answer === 's' || answer === 'session') && request.session_scope) return { id: request.id, decision: 'allow_session' };
    if (answer === 'n' || answer === 'no') {
      const message = await askLine(`${say(language, 'terminal.deny_message')} `, signal);
      return { id: request.id, decision: 'deny', ...(message ? { message } : {}) };
    }
  }
}

function describePlace(place: Place): string {
  switch (place.kind) {
    case 'command':
      return `  $ ${place.command}\n  (${place.directory})`;
    case 'diff':
      return `  ${place.path}\n${place.diff}`;
    case 'path':
      return `  ${place.path} ${place.note}`;
    case 'skill':
      return [`  ${place.name}: ${place.from}`, ...place.may.map((sentence) => `  ${sentence}`), `  $ ${place.command}`, place.arguments.replace(/^/gm, '  ')].join('\n');
    case 'text':
      return `  ${place.label}: ${place.text}`;
    case 'picture':
      return place.spot ? `  (${place.spot.x}, ${place.spot.y})` : '';
  }
}
