import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ToolFault } from '../fault';
import type { DocumentText } from './document-text';
import type { WorkerAnswer, WorkerJob } from './document-worker';
import type { DocumentKind } from './kind';

/** A document that needs more memory than this is given up, MiB: it must not take the app with it. */
const mostMemory = 1024;

/**
 * A document as text, read in a thread of its own: a file made to hang or to eat memory ends with the call, and Stop is
 * answered at once.
 * @param program the built worker; without one (when run from source) the document is read in this thread
 * @throws ToolFault UNSUPPORTED, ENCODING or TOO_LARGE; the signal's reason when it fires
 */
export async function textOfDocument(bytes: Buffer, kind: DocumentKind, signal: AbortSignal, program = builtWorker()): Promise<DocumentText> {
  if (program === null) return (await import('./document-worker')).extract(bytes, kind);
  const job: WorkerJob = { job: 'document', bytes: Uint8Array.from(bytes), kind };
  const worker = new Worker(program, {
    workerData: job,
    transferList: [job.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    env: {},
    // Libraries' warnings must not end up between the events on standard output.
    stdout: true,
    stderr: true,
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.aborted ? signal.reason : new Error('The reader of documents ended without an answer.')));
      if (signal.aborted) stop();
    });
    if ('document' in answer) return answer.document;
    if ('fault' in answer) throw new ToolFault(answer.fault.code, answer.fault.message, answer.fault.hint);
    throw new ToolFault('ENCODING', `The file could not be read: ${answer.error}`, 'It may be damaged; open it in its own program.');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new ToolFault('TOO_LARGE', 'Reading the file takes more memory than there is for it.', 'Open it in its own program.');
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    void worker.terminate();
  }
}

/** Beside the built program, outside the app's archive, from which no thread can be started. */
function builtWorker(): string | null {
  const path = join(__dirname, 'document-worker.js').replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
  return existsSync(path) ? path : null;
}
