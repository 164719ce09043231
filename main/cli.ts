import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RunEvent, RunStatus } from '../preload/contract/run-event';
import type { Language } from '../preload/contract/settings';
import { forkNode } from '../skills/desktop-control/fork-node';
import { createDesktopSkill, type DesktopSkill } from '../skills/desktop-control/skill';
import { limitsOf } from './agent/budget';
import { newSessionId, openSession } from './agent/session';
import { fixedAsker } from './approval/fixed-asker';
import type { Asker } from './approval/gate';
import { parseOptions, shortUsage, usage, type CliOptions } from './cli/options';
import { printJson, printPlain, together } from './cli/print';
import { inWords } from './cli/in-words';
import { UsageError } from './cli/read-words';
import { parseRecords, recordsCommand } from './cli/records';
import { undoCommand } from './cli/undo';
import { chosenRoutine, parseSaveRoutine, saveRoutineCommand } from './cli/routine';
import { parseUndo } from './cli/undo-options';
import { askApproval, askLine, hasTerminal } from './cli/terminal';
import { say } from './locales/say';
import { createModelSet, UnknownDialectError, type ModelSetOptions } from './model/model-set';
import type { Model } from './model/model';
import { createPlanner } from './model/planner/planner';
import { createReplayer } from './model/routines/replayer';
import { Lessons } from './skills/learning/lessons';
import { withLessons } from './skills/learning/with-lessons';
import { openSkills } from './skills/open-skills';
import { forkSkillByNode } from './skills/run/skill-child';
import { dataFolder } from './store/data-folder';
import { mendAll } from './store/journal/mend-all';
import { createMask, maskDeep } from './store/mask';
import { isSessionId } from './store/session-log';
import { findSession } from './store/sessions/catalogue';
import { createModelNotes } from './store/model-notes';
import { createSettings, type ModelAccess } from './store/settings';
import { coreTools } from './tools/core-tools';
import type { ToolContext } from './tools/tool';

const EXIT: Record<RunStatus, number> = { completed: 0, failed: 1, stopped: 3, limit: 3 };
const USAGE_EXIT = 2;
const INTERRUPTED_EXIT = 130;

function write(text: string): void {
  process.stdout.write(text);
}

/** Where a command about what is kept finds it, and the language it answers in. */
function placeOf({ dataFolder: chosen }: { dataFolder: string | null }): [folder: string, language: Language] {
  const folder = chosen === null ? dataFolder(process.env) : path.resolve(chosen);
  return [folder, languageOf(createSettings(folder, process.env, { first: 'environment' }).current().language)];
}

/** Composition root of the headless run: one task, in plain Node, without a window. */
async function main(argv: string[]): Promise<number> {
  const undo = parseUndo(argv);
  if (undo) return undoCommand(undo, ...placeOf(undo), write);
  const records = parseRecords(argv);
  if (records) {
    const [folder, language] = placeOf(records);
    return inWords(language, folder, () => recordsCommand(records, folder, language, write));
  }
  const saving = parseSaveRoutine(argv);
  if (saving) return saveRoutineCommand(saving, ...placeOf(saving), write);
  const options = parseOptions(argv);
  if (!options) {
    process.stdout.write(usage + '\n');
    return 0;
  }
  const workspace = path.resolve(options.workspace);
  if (!existsSync(workspace) || !statSync(workspace).isDirectory()) throw new UsageError(`--workspace ${workspace} is not a folder.`);
  if (options.session !== null && !isSessionId(options.session)) throw new UsageError('--session takes letters, digits, dots, dashes.');

  const folder = options.dataFolder ? path.resolve(options.dataFolder) : dataFolder(process.env);
  const settings = createSettings(folder, process.env, { workingFolder: workspace, first: 'environment' });
  const access = settings.model({
    ...(options.baseUrl ? { base_url: options.baseUrl } : {}),
    ...(options.model ? { model: options.model } : {}),
  });
  if (!access && (options.baseUrl ?? options.model)) {
    throw new UsageError('A model needs a name, and an address or a key: --model NAME with --base-url URL, or OPENAI_API_KEY.');
  }
  const language = languageOf(settings.current().language);
  const stop = new AbortController();
  const interrupts = interruptsTo(stop);
  // Whoever read our output is gone (`| head`): nobody is left to work for.
  process.stdout.on('error', () => {
    stop.abort();
  });
  const mask = createMask(access?.apiKey ? [access.apiKey] : []);
  // Output may end in a log: no secret goes into it. Once there is a session, it knows more of them.
  let conceal = <T>(value: T): T => maskDeep(value, mask) as T;
  const printed = options.json ? printJson(together(write)) : printPlain(write, (text) => process.stderr.write(conceal(text)));
  const emit = (event: RunEvent): void => printed(options.json ? conceal(event) : event);
  const notice = (code: string, text: string): void => {
    emit({ type: 'notice', code, text });
  };

  for (const { code, values } of settings.notices()) {
    // What the command line itself gives is not missing in the settings.
    const given = code === 'key_unreadable' ? Boolean(access?.apiKey) : code === 'model_name_missing' && access !== null;
    if (!given) notice(code, say(language, `app.${code}`, values));
  }

  const ask: ToolContext['ask'] = (question, choices) =>
    hasTerminal() ? askLine([question, ...choices.map((choice) => `  - ${choice}`), '> '].join('\n'), stop.signal) : Promise.resolve(null);
  const dialect = options.dialect ?? settings.current().dialect;
  await mendAll(folder);
  const chosen = options.routine === null ? null : chosenRoutine(folder, options.routine, options.set, language);
  const decider = modelOf(access, { settings, language, notes: createModelNotes(folder), desktop: options.desktop, dialect, ask });
  const model = chosen ? createReplayer({ ...chosen, workspace, language, next: access ? decider : null }) : decider;
  const desktop = options.desktop ? await openDesktop(notice, language, settings.current().private_windows) : null;
  const skills = openSkills({
    bundledFolder: path.join(__dirname, '..', 'skills'),
    bootstrap: path.join(__dirname, 'run-skill.js'),
    fork: forkSkillByNode,
    dataFolder: folder,
    environment: process.env,
    language: () => language,
    taught: (library) => withLessons(library, new Lessons(folder)),
  });
  const offered = skills.forSession({ workspace: realpathSync(workspace), noDesktop: desktop === null ? 'this run has no desktop (--desktop).' : null });
  if (options.session !== null && !findSession(folder, options.session)) process.stderr.write(`${say(language, 'terminal.session_new', { session: options.session })}\n`);
  const opening = {
    id: options.session ?? newSessionId(),
    dataFolder: folder,
    workspace,
    ownFolders: [path.dirname(__dirname), ...skills.protectedFolders],
    tools: [...coreTools, offered.tool, ...(desktop?.tools ?? [])],
    skills: offered,
    desktop: desktop !== null,
    mode: () => settings.current().approval_mode,
    language: () => language,
    asker: askerOf(options, language),
    ask,
    secrets: () => [...(access?.apiKey ? [access.apiKey] : []), ...skills.secrets(workspace)],
    privatePatterns: () => settings.current().private_patterns,
  };
  const session = await inWords(language, folder, () => openSession(opening));
  conceal = session.conceal;
  if (session.unreadable) notice('SESSION_LINES_SKIPPED', say(language, 'terminal.lines_skipped', { count: session.unreadable, session: session.id }));

  try {
    const result = await session.run(chosen ? say(language, 'routine.task', { name: chosen.routine.name, values: options.set.join(', ') }) : options.task, {
      model,
      maxSteps: options.maxSteps,
      limits: limitsOf(settings.current()),
      ...(options.contextWindow === null ? {} : { contextWindow: options.contextWindow }),
      signal: stop.signal,
      emit,
    });
    return interrupts.fired() ? INTERRUPTED_EXIT : EXIT[result.status];
  } finally {
    interrupts.dispose();
    session.dispose();
    desktop?.dispose();
  }
}

function modelOf(access: ModelAccess | null, how: Omit<ModelSetOptions, 'access'>): Model {
  if (!access) return createPlanner();
  try {
    return createModelSet({ ...how, access });
  } catch (error) {
    if (error instanceof UnknownDialectError) throw new UsageError(`The settings name a dialect that does not exist: ${how.dialect}`);
    throw new UsageError(`The model's address is not a web address: ${access.baseUrl}`);
  }
}

/** `ask` without a terminal denies: nobody is there to say yes. */
function askerOf(options: CliOptions, language: Language): Asker {
  if (options.approve !== 'ask') return fixedAsker(options.approve);
  if (!hasTerminal()) return fixedAsker('none');
  return { by: 'person', ask: (request, signal) => askApproval(request, language, signal) };
}

async function openDesktop(notice: (code: string, text: string) => void, language: Language, privateWindows: readonly string[]): Promise<DesktopSkill | null> {
  const skill = createDesktopSkill({
    fork: forkNode,
    hostScript: path.join(__dirname, '..', 'skills', 'desktop-control', 'host.js'),
    ownPids: [process.pid],
    environment: Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  });
  skill.setPrivateWindows(privateWindows);
  const { available, reason, why } = await skill.status();
  if (available) return skill;
  notice('NO_DESKTOP', say(language, 'terminal.no_desktop', { reason: why ? say(language, `desktop.${why.code}`, why.values) : reason }));
  skill.dispose();
  return null;
}

function languageOf(chosen: 'system' | Language): Language {
  if (chosen !== 'system') return chosen;
  return /^zh/i.test(process.env['LC_ALL'] ?? process.env['LANG'] ?? '') ? 'zh' : 'en';
}

/** The first Ctrl+C stops the run cleanly; a second one ends the process at once. */
function interruptsTo(stop: AbortController): { fired(): boolean; dispose(): void } {
  let fired = false;
  const onSignal = (): void => {
    if (fired) process.exit(INTERRUPTED_EXIT);
    fired = true;
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    fired: () => fired,
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(error instanceof UsageError ? `${message}\n\n${shortUsage}\n` : `${message}\n`);
    process.exitCode = error instanceof UsageError ? USAGE_EXIT : 1;
  },
);
