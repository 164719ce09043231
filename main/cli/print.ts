import type { RunEvent } from '../../preload/contract/run-event';

type Write = (text: string) => void;

/** Collects what is said in one turn of the event loop and writes it at its end, or at the process's: each write wakes the reader. */
export function together(out: Write): Write {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text) out(text);
  };
  process.on('exit', flush);
  return (text) => {
    if (waiting === '') setImmediate(flush);
    waiting += text;
  };
}

/** Prints each event as one JSON line; streamed pieces, the person's own words and pictures are left out. */
export function printJson(out: Write): (event: RunEvent) => void {
  return (event) => {
    if (event.type === 'delta' || event.type === 'user' || event.type === 'target' || event.type === 'constraints') return;
    if (event.type === 'approval' && event.decision === 'asked') return;
    const { images: _pictures, message: _number, ...line } = event as RunEvent & { images?: unknown; message?: unknown };
    out(JSON.stringify(line) + '\n');
  };
}

/** Prints the answer to standard output and the steps, in short, to standard error. */
export function printPlain(out: Write, diagnostics: Write): (event: RunEvent) => void {
  let said = '';
  return (event) => {
    switch (event.type) {
      case 'assistant':
        said = event.text;
        out(event.text + '\n');
        break;
      case 'tool_call':
        diagnostics(`→ ${event.tool} ${short(JSON.stringify(event.arguments))}\n`);
        break;
      case 'approval':
        if (event.decision === 'deny' || event.decision === 'forbidden') diagnostics(`  ${event.decision} by ${event.by}: ${event.reasons.join(' ')}\n`);
        break;
      case 'tool_result':
        diagnostics(`  ${event.result.error?.code ?? event.result.status}: ${short(event.result.text)}\n`);
        break;
      case 'notice':
        said = event.text;
        diagnostics(`! ${event.text}\n`);
        break;
      case 'report':
        diagnostics(`${event.text}\n`);
        break;
      case 'run_end':
        // What was just said is not said again.
        if (event.status !== 'completed') diagnostics(event.text.trim() === said.trim() ? `${event.status}\n` : `${event.status}: ${event.text}\n`);
        break;
      default:
        break;
    }
  };
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 160 ? `${[...line].slice(0, 157).join('')}…` : line;
}
