import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApprovalMode } from '../../preload/contract/approval';
import type { Constraint } from '../../preload/contract/constraints';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import { createGate, type Asker } from '../approval/gate';
import type { Message, Model } from '../model/model';
import { openAudit } from '../store/audit';
import { Journal } from '../store/journal/journal';
import { say } from '../locales/say';
import { privateModel } from '../model/private-model';
import { createVault } from '../store/privacy/vault';
import { openSessionLog } from '../store/session-log';
import { openTrace, type Trace } from '../store/trace';
import { countLines } from '../tools/count-lines';
import { createRegistry } from '../tools/registry';
import type { Tool, ToolContext } from '../tools/tool';
import type { SkillRuntime } from '../skills/runtime';
import { createWorkspace } from '../tools/workspace-resolve';
import { Heed } from './constraints/heed';
import { archivesOf, recordOfArchive } from './compaction/record';
import { ContextKeeper } from './context/keeper';
import { mentionReminder } from './context/mentions';
import { OUR_MARK } from './context/rounds';
import { ProjectRules } from './context/project-rules';
import type { Limits } from './budget';
import { Conversation } from './conversation';
import { Keeping } from './keeping';
import { refuseLostSecrets } from './lost-secrets';
import { runTask, type RunResult } from './loop';
import { systemPrompt } from './prompt';
import { createReporter } from './report-run';
import { endsStep, messagesOf, recordOf, restoreConversation, resumeNote } from './restore';

export interface SessionOptions {
  id: string;
  dataFolder: string;
  /** Folder the run works in; must exist. */
  workspace: string;
  /** Folders of Deskwright's own code, which no tool may touch. */
  ownFolders: string[];
  /** The core tools, and those of active skills. */
  tools: readonly Tool[];
  /** The skills behind the tool Skill, which is among the tools then. The session ends them. */
  skills?: SkillRuntime;
  /** Whether Observe and Computer are among them. */
  desktop: boolean;
  mode(): ApprovalMode;
  language(): Language;
  asker: Asker;
  /** AskUser's way to the person; null when there is nobody. */
  ask: ToolContext['ask'];
  /** Values that must not reach a request, the log or the trace, whatever they look like. */
  secrets(): readonly string[];
  /** What else the person keeps on this machine, see `readPatterns`; read at each run. */
  privatePatterns?(): readonly string[];
}

export interface RunOptions {
  model: Model;
  maxSteps: number;
  /** Tokens, cost and time of the run. */
  limits?: Omit<Limits, 'steps'>;
  /** Tokens of request and answer together; the model's own window otherwise. */
  contextWindow?: number;
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
  /** The person's standing constraints, and the list as they edit it. */
  constraints(): Constraint[];
  saveConstraints(texts: readonly string[]): Constraint[];
  /** Runs one task; never rejects. */
  run(task: string, options: RunOptions): Promise<RunResult>;
  /** The same value with placeholders for what is secret in this session: for whatever may end in a log. */
  conceal<T>(value: T): T;
  /** Ends what the session's tools left running in the background. */
  dispose(): void;
}

/** A new session's id: sortable by time, unique. */
export function newSessionId(now: Date = new Date()): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { id, dataFolder } = options;
  const workspace = await createWorkspace(options.workspace, { dataFolder, protectedFolders: options.ownFolders, ...(options.skills ? { lent: () => options.skills?.lent() ?? [] } : {}) });
  const journal = new Journal({ dataFolder, session: id, root: workspace.root, countLines });
  const outputFolder = path.join(dataFolder, 'tool-output');
  const vault = createVault({ known: options.secrets(), patterns: options.privatePatterns?.() ?? [] });
  const log = openSessionLog(dataFolder, id);
  const keeping = new Keeping(options.language);
  const heed = new Heed({ records: log.records, append: (record) => keeping.try(() => log.append(vault.concealDeep(record))), language: options.language });
  const audit = openAudit(dataFolder, id, (value) => vault.concealDeep(value));
  const gate = createGate({
    mode: options.mode,
    language: options.language,
    asker: heed.asker(options.asker),
    standing: () => heed.constraints.standing,
    audit: (entry) => keeping.try(() => audit.add(entry)),
  });
  const tools = createRegistry({
    tools: options.tools,
    redeem: (pass, hash) => gate.redeem(pass, hash),
    workspace,
    outputFolder,
    ask: heed.ask(options.ask),
    journal,
  });
  const registry = refuseLostSecrets(tools, (text) => vault.lost(text));
  for (const { text, calls, summary } of log.records) vault.reserve(`${String(text ?? '')}${calls ? JSON.stringify(calls) : ''}${String(summary ?? '')}`);
  const { messages, bad } = messagesOf(log.records);
  let resumed = messages.length > 0;
  const openCalls = new Set<string>();
  let numbered = messages.length;
  const conversation = new Conversation(id, {
    ...restoreConversation(messages, archivesOf(log.records)),
    onAdd(message) {
      const ended = endsStep(message, openCalls);
      keeping.try(() => {
        log.append(vault.concealDeep(recordOf(message)));
        numbered++;
        if (ended) log.sync();
      });
    },
    onArchive(archive) {
      log.append(vault.concealDeep(recordOfArchive(archive)));
      log.sync();
    },
  });
  const rules = new ProjectRules(workspace);
  const keep = (name: string, text: string): string => {
    mkdirSync(outputFolder, { recursive: true, mode: 0o700 });
    const file = path.join(outputFolder, `${id}-${name}.txt`);
    writeFileSync(file, vault.conceal(text), { mode: 0o600 });
    return file;
  };
  const trace = openTrace(path.join(dataFolder, 'traces', id), (value) => vault.concealDeep(value));
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
    conceal: (value) => vault.concealDeep(value),
    constraints: () => heed.constraints.list,
    saveConstraints: (texts) => heed.replace(texts),
    async run(task, run) {
      // The person may have changed them since the last run.
      vault.learn(options.secrets());
      const unusable = vault.usePatterns(options.privatePatterns?.() ?? []);
      const number = await journal.beginRun(vault.conceal(task));
      const language = options.language();
      const tell = (event: RunEvent): void => {
        keeping.try(() => trace.record(event));
        run.emit(event);
      };
      const reporter = createReporter({ journal, run: number, workspace: workspace.root, language, signal: run.signal, messages: () => conversation.messages, emit: tell });
      const emit = (event: RunEvent): void => reporter.emit(withNumber(event, numbered));
      keeping.begin(run.emit);
      heed.begin(emit);
      options.skills?.begin(emit);
      if (options.skills) run.signal.addEventListener('abort', options.skills.stop, { once: true });
      for (const { line, reason } of unusable) {
        emit({ type: 'notice', code: 'PATTERN_NOT_USED', text: say(language, 'run.pattern_bad', { line, reason }) });
      }
      const model = privateModel(run.model, vault, (request) => keeping.try(() => trace.sent(request)));
      const context = new ContextKeeper({
        conversation,
        model,
        ...(run.contextWindow === undefined ? {} : { contextWindow: run.contextWindow }),
        tools: registry.specs(),
        system,
        standing: async (most) => [await rules.text(most), heed.constraints.section(), ...skillSections(options.skills, conversation, most)].filter(Boolean).join('\n\n'),
        skills: () => options.skills?.names() ?? [],
        bounds: () => heed.constraints.list.map(({ text }) => text),
        keepWhole: (text, kind) => keep(`${kind}-${randomBytes(3).toString('hex')}`, text),
        keepArchive: (text) => keep('earlier', text),
        language,
        emit,
      });
      const result = await runTask(task, conversation, {
        ...run,
        model,
        registry,
        gate,
        context,
        ...(options.skills ? { notes: options.skills.takeNotes } : {}),
        ask: heed.ask(options.ask),
        async heed(words) {
          heed.request(words);
          const notes = [resumed ? resumeNote(messages) : null, await mentionReminder(words, workspace)].filter((note) => note !== null);
          resumed = false;
          return notes.length > 0 ? OUR_MARK + notes.join(' ') : null;
        },
        workspace: workspace.root,
        language,
        emit,
      });
      heed.begin(() => undefined);
      options.skills?.begin(null);
      await reporter.end();
      keeping.try(() => trace.render());
      return result;
    },
    dispose() {
      options.skills?.dispose();
      tools.dispose();
      void journal.close();
      log.close();
      trace.close();
      audit.close();
    },
  };
}

/** The catalogue as it is now, and the manuals that summaries took out of the history. */
function skillSections(skills: SkillRuntime | undefined, conversation: Conversation, most: number): string[] {
  if (!skills) return [];
  const catalogue = skills.section(most);
  const opened = (messages: readonly Message[]): string[] => messages.flatMap((message) => (message.role === 'tool' && message.name === 'Skill' ? [message.text] : []));
  const { messages, archived } = conversation;
  return [catalogue, archived === 0 ? '' : skills.reopened(opened(messages.slice(0, archived)), opened(conversation.recent), most)];
}

/** The person's words are told before they are kept, the model's after: the number is theirs in the log. */
function withNumber(event: RunEvent, numbered: number): RunEvent {
  if (event.type === 'user') return { ...event, message: numbered };
  return event.type === 'assistant' ? { ...event, message: numbered - 1 } : event;
}
