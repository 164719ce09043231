import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { ApprovalMode } from '../../preload/contract/approval';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import { createGate, type Asker } from '../approval/gate';
import type { Model } from '../model/model';
import { Journal } from '../store/journal/journal';
import { createMask } from '../store/mask';
import { openSessionLog } from '../store/session-log';
import { openTrace, type Trace } from '../store/trace';
import { countLines } from '../tools/count-lines';
import { createRegistry } from '../tools/registry';
import type { Tool, ToolContext } from '../tools/tool';
import { createWorkspace } from '../tools/workspace-resolve';
import { Conversation } from './conversation';
import { runTask, type RunResult } from './loop';
import { systemPrompt } from './prompt';
import { endsStep, messagesOf, recordOf, restoreHistory } from './restore';

export interface SessionOptions {
  id: string;
  dataFolder: string;
  /** Folder the run works in; must exist. */
  workspace: string;
  /** Folders of Deskwright's own code, which no tool may touch. */
  ownFolders: string[];
  /** The core tools, and those of active skills. */
  tools: readonly Tool[];
  /** Whether Observe and Computer are among them. */
  desktop: boolean;
  mode(): ApprovalMode;
  language(): Language;
  asker: Asker;
  /** AskUser's way to the person; null when there is nobody. */
  ask: ToolContext['ask'];
  /** Values that must not reach the trace. */
  secrets: readonly string[];
}

export interface RunOptions {
  model: Model;
  maxSteps: number;
  signal: AbortSignal;
  emit(event: RunEvent): void;
  whenUnpaused?(): Promise<void>;
}

/** A conversation with its tools, its gate and its trace; grants and read locks live as long as it does. */
export interface Session {
  readonly id: string;
  readonly trace: Trace;
  /** Lines of an earlier log that could not be read. */
  readonly unreadable: number;
  /** Runs one task; never rejects. */
  run(task: string, options: RunOptions): Promise<RunResult>;
  /** Ends what the session's tools left running in the background. */
  dispose(): void;
}

/** A new session's id: sortable by time, unique. */
export function newSessionId(now: Date = new Date()): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { id, dataFolder } = options;
  const workspace = await createWorkspace(options.workspace, { dataFolder, protectedFolders: options.ownFolders });
  const gate = createGate({ mode: options.mode, language: options.language, asker: options.asker });
  const journal = new Journal({ dataFolder, session: id, countLines });
  const registry = createRegistry({
    tools: options.tools,
    redeem: (pass, hash) => gate.redeem(pass, hash),
    workspace,
    outputFolder: path.join(dataFolder, 'tool-output'),
    ask: options.ask,
    journal,
  });
  const log = openSessionLog(dataFolder, id);
  const { messages, bad } = messagesOf(log.records);
  const openCalls = new Set<string>();
  const conversation = new Conversation(id, restoreHistory(messages), (message) => {
    log.append(recordOf(message));
    if (endsStep(message, openCalls)) log.sync();
  });
  const trace = openTrace(path.join(dataFolder, 'traces', id), createMask(options.secrets));
  const system = systemPrompt({
    workspace: workspace.root,
    platform: process.platform,
    today: new Date().toISOString().slice(0, 10),
    desktop: options.desktop,
  });

  return {
    id,
    trace,
    unreadable: log.unreadable + bad,
    async run(task, run) {
      await journal.beginRun(task);
      const result = await runTask(task, conversation, {
        ...run,
        registry,
        gate,
        system,
        workspace: workspace.root,
        language: options.language(),
        emit(event) {
          trace.record(event);
          run.emit(event);
        },
      });
      trace.render();
      return result;
    },
    dispose() {
      registry.dispose();
      journal.close();
      log.close();
    },
  };
}
