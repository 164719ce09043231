import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '../../../preload/contract/envelope';
import { ToolFault } from '../fault';
import type { DocumentText } from './document-text';
import { extract } from './extract';
import type { DocumentKind } from './kind';

export interface WorkerJob {
  /** Marks a thread as ours, for one that loads this file for what it exports. */
  job: 'document';
  bytes: Uint8Array;
  kind: DocumentKind;
}

export type WorkerAnswer = { document: DocumentText } | { fault: { code: ErrorCode; message: string; hint: string } } | { error: string };

if (!isMainThread && (workerData as WorkerJob | null)?.job === 'document') {
  const { bytes, kind } = workerData as WorkerJob;
  const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);
  extract(bytes, kind).then(
    (document) => answer({ document }),
    (error: unknown) => {
      if (error instanceof ToolFault) answer({ fault: { code: error.code, message: error.message, hint: error.hint } });
      else answer({ error: error instanceof Error ? error.message : String(error) });
    },
  );
}

export { extract };
