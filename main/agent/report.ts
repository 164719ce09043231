import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Report, ReportFile } from '../../preload/contract/report';
import type { Language } from '../../preload/contract/settings';
import { isPhrase, say } from '../locales/say';
import type { NetChange } from '../tools/net-changes';
import { findClaims, type Claim } from './report-claims';
import { isTest, succeeded, textOf, type CallEvidence } from './report-evidence';
import { claimReason, reportText } from './report-text';

export interface ReportSources {
  /** Calls of this run, in order. */
  calls: readonly CallEvidence[];
  /** The person stopped the run, and with it all that its commands had left running. */
  stopped: boolean;
  /** Calls of earlier runs, asked for only when a claim has to be checked. */
  earlier(): readonly CallEvidence[];
  /** What this run's changes come to. */
  changes: readonly NetChange[];
  /** Every path that the session changed. */
  everChanged: readonly string[];
  /** Paths changed without a way back. */
  uncovered: readonly string[];
  /** What the model said last. */
  answer: string;
  /** When the run began, milliseconds. */
  began: number;
  workspace: string;
  language: Language;
}

const reading = new Set(['LS', 'Glob', 'Grep', 'Read', 'Observe', 'TodoWrite', 'AskUser']);
const refused = new Set(['DENIED', 'FORBIDDEN', 'CANCELLED']);

/** What a run did and did not do, made from evidence alone; null when there is nothing to tell. */
export async function makeReport(sources: ReportSources): Promise<Report | null> {
  const { calls, changes, uncovered, language, workspace } = sources;
  const saved = await savedByPrograms(sources);
  const files: ReportFile[] = [...changes.map(({ calls: _calls, ...file }) => file), ...saved.map((path): ReportFile => ({ path, kind: 'saved', lines: null }))];
  const lastChange = new Map(changes.map(({ path, calls: by }) => [path, Math.max(...by.map((id) => lastIndex(calls, (call) => call.id === id)))]));
  const checks = checksOf(calls, files, lastChange);
  const sound = new Set(checks.filter(({ kind, passed, outdated }) => kind === 'read_back' && passed && !outdated).map(({ what }) => what));
  const tested = checks.some(({ kind, passed, outdated }) => kind === 'tests' && passed && !outdated);
  const partial = {
    files,
    commands: commandsOf(calls, sources.stopped),
    checks,
    unchecked: tested ? [] : files.filter(({ path, kind }) => kind !== 'deleted' && !sound.has(path)).map(({ path }) => path),
    not_done: notDone(calls, language),
    unverified: await unverified(sources, files),
    no_undo: [...uncovered],
  };
  if (Object.values(partial).every((list) => list.length === 0)) return null;
  return { ...partial, text: reportText(partial, workspace, language) };
}

/** Files that were read and found new, though no tool of ours wrote them: a program saved them. */
async function savedByPrograms({ calls, changes, began, workspace }: ReportSources): Promise<string[]> {
  if (!calls.some((call) => call.tool === 'Computer' && succeeded(call))) return [];
  const known = new Set(changes.map(({ path }) => path));
  const found = new Set<string>();
  for (const call of calls) {
    const path = call.tool === 'Read' && succeeded(call) ? pathOf(call, workspace) : '';
    if (path === '' || known.has(path)) continue;
    // File systems keep time less finely than the clock does.
    const mtime = await stat(path).then(({ mtimeMs }) => mtimeMs, () => 0);
    if (mtime >= began - 1_000) found.add(path);
  }
  return [...found];
}

function commandsOf(calls: readonly CallEvidence[], stopped: boolean): Report['commands'] {
  const commands: Report['commands'] = [];
  const tasks = new Map<unknown, Report['commands'][number]>();
  for (const call of calls) {
    if (call.tool !== 'Bash' || call.result === null) continue;
    const { data, error } = call.result;
    const task = tasks.get(call.arguments['task_id']);
    if (task) {
      if (data['state'] === 'ended') Object.assign(task, { state: 'ended', exit_code: exitOf(data) });
      continue;
    }
    const ran = 'exit_code' in data || 'task_id' in data || error?.code === 'TIMEOUT' || (error?.code === 'CANCELLED' && 'output' in data);
    if (!ran || call.arguments['task_id'] !== undefined) continue;
    const state = error?.code === 'TIMEOUT' ? 'timeout' : error?.code === 'CANCELLED' ? 'stopped' : data['state'] === 'running' ? (stopped ? 'stopped' : 'running') : 'ended';
    const command = { command: textOf(call, 'command'), exit_code: exitOf(data), state } as const;
    commands.push({ ...command });
    if ('task_id' in data) tasks.set(data['task_id'], commands.at(-1) as Report['commands'][number]);
  }
  return commands;
}

function exitOf(data: Record<string, unknown>): number | null {
  return typeof data['exit_code'] === 'number' ? data['exit_code'] : null;
}

function checksOf(calls: readonly CallEvidence[], files: readonly ReportFile[], lastChange: ReadonlyMap<string, number>): Report['checks'] {
  const checks: Report['checks'] = [];
  const latest = Math.max(-1, ...lastChange.values());
  const tests = new Map<string, Report['checks'][number]>();
  calls.forEach((call, index) => {
    const command = textOf(call, 'command');
    if (call.tool !== 'Bash' || call.result === null || !('exit_code' in call.result.data) || !isTest(command)) return;
    // The same test again says what holds now.
    tests.set(command, { kind: 'tests', what: command, passed: call.result.data['exit_code'] === 0 && call.result.status !== 'error', outdated: index < latest });
  });
  checks.push(...tests.values());
  for (const { path, kind } of files) {
    if (kind === 'deleted') continue;
    const read = lastIndex(calls, (call) => call.tool === 'Read' && succeeded(call) && call.result?.context.path_resolved === path);
    if (read > (lastChange.get(path) ?? -1)) checks.push({ kind: 'read_back', what: path, passed: true, outdated: false });
  }
  return checks;
}

/** Refused calls, failed ones that no later call made good, and what the plan leaves open. */
function notDone(calls: readonly CallEvidence[], language: Language): Report['not_done'] {
  const open: Report['not_done'] = [];
  calls.forEach((call, index) => {
    const code = call.result === null ? 'CANCELLED' : call.result.error?.code;
    if (code === undefined) return;
    // A command that ran and failed stands among the commands, with its exit code.
    if (call.tool === 'Bash' && call.result && 'exit_code' in call.result.data) return;
    const made = calls.slice(index + 1).some((later) => succeeded(later) && (sameAim(call, later) || (!refused.has(code) && reading.has(call.tool) && later.tool === call.tool)));
    if (!made) open.push({ what: describe(call, language), code });
  });
  const plan = calls.filter((call) => call.tool === 'TodoWrite' && succeeded(call)).at(-1)?.arguments['todos'];
  for (const todo of Array.isArray(plan) ? (plan as unknown[]) : []) {
    if (typeof todo !== 'object' || todo === null || !('content' in todo) || !('status' in todo)) continue;
    if (todo.status !== 'completed') open.push({ what: String(todo.content), code: 'PLANNED' });
  }
  return open;
}

const aims = ['path', 'pattern', 'command', 'name', 'action', 'ref', 'text', 'keys'];

function sameAim(call: CallEvidence, later: CallEvidence): boolean {
  const writes = new Set(['Write', 'Edit', 'MultiEdit']);
  if (writes.has(call.tool) && writes.has(later.tool)) return textOf(call, 'path') === textOf(later, 'path');
  return call.tool === later.tool && aims.every((name) => JSON.stringify(call.arguments[name]) === JSON.stringify(later.arguments[name]));
}

function lastIndex<T>(list: readonly T[], accept: (item: T) => boolean): number {
  for (let index = list.length - 1; index >= 0; index--) if (accept(list[index] as T)) return index;
  return -1;
}

/** A call in the person's words; by its own name where there are none for it. */
function describe(call: CallEvidence, language: Language): string {
  const action = textOf(call, 'action');
  const [first] = ['command', 'path', 'pattern', 'name', 'question'].map((name) => textOf(call, name)).filter(Boolean);
  const what = (first ?? (textOf(call, 'text') || textOf(call, 'keys'))).replace(/\s+/g, ' ');
  const short = what.length > 120 ? `${[...what].slice(0, 119).join('')}…` : what;
  const key = `report.call.${call.tool}${action ? `.${action}` : ''}`;
  return (isPhrase(key) ? say(language, key, { what: short }) : [call.tool, action, short].join(' ')).replace(/\s+/g, ' ').trim();
}

const network = /\b(git\s+push|curl|wget|scp|rsync|sftp|ftp|mail|mailx|sendmail|mutt|swaks|ssh|gh|glab|publish|deploy|upload|http|https|aws|gcloud|az|kubectl|twine|docker\s+push)\b/;
const acting = new Set(['Computer', 'Skill']);

/** Claims of the answer that nothing bears, each with why. */
async function unverified(sources: ReportSources, files: readonly ReportFile[]): Promise<Report['unverified']> {
  const claims = findClaims(sources.answer);
  if (claims.length === 0) return [];
  const calls = [...sources.earlier(), ...sources.calls];
  const found: Report['unverified'] = [];
  for (const claim of claims) {
    const why = claim.kind === 'file' ? await whyNoFile(claim, calls, files, sources) : claim.kind === 'sent' ? whyNotSent(calls) : whyNotTested(claim, calls);
    if (why !== null) found.push({ claim: claim.sentence, kind: claim.kind, why: claimReason(why, claim, sources.language) });
  }
  return found;
}

export type Doubt = 'no_change' | 'not_this_file' | 'nothing_sent' | 'nothing_run' | 'tests_failed';

async function whyNoFile(claim: Claim, calls: readonly CallEvidence[], files: readonly ReportFile[], { everChanged, workspace, began }: ReportSources): Promise<Doubt | null> {
  // A program, a skill or a command may change what no journal sees.
  const unseen = calls.some((call) => succeeded(call) && (acting.has(call.tool) || (call.tool === 'Bash' && call.level !== 'observe')));
  if (claim.names.length === 0) return unseen || files.length > 0 || everChanged.length > 0 ? null : 'no_change';
  const changed = [...everChanged, ...files.flatMap(({ path, from }) => [path, from ?? path])].map((path) => basename(path).toLowerCase());
  const written = calls.filter((call) => succeeded(call) && call.tool === 'Bash').map((call) => textOf(call, 'command'));
  for (const name of claim.names) {
    const short = basename(name).toLowerCase();
    if (changed.some((one) => short === one || short.endsWith(one) || one.endsWith(short))) return null;
    if (written.some((command) => command.toLowerCase().includes(short))) return null;
    const mtime = await stat(resolve(workspace, name)).then(({ mtimeMs }) => mtimeMs, () => 0);
    if (mtime >= began - 1_000) return null;
    if (unseen && mtime > 0) return null;
  }
  return everChanged.length + files.length === 0 && !unseen ? 'no_change' : 'not_this_file';
}

function whyNotSent(calls: readonly CallEvidence[]): Doubt | null {
  const sent = calls.some((call) => succeeded(call) && (acting.has(call.tool) || call.level === 'consequential' || (call.tool === 'Bash' && network.test(textOf(call, 'command')))));
  return sent ? null : 'nothing_sent';
}

function whyNotTested(claim: Claim, calls: readonly CallEvidence[]): Doubt | null {
  const runs = calls.filter((call) => call.tool === 'Bash' && call.result !== null && 'exit_code' in call.result.data);
  const others = calls.some((call) => succeeded(call) && acting.has(call.tool));
  const last = runs.filter((call) => isTest(textOf(call, 'command'))).at(-1);
  const says = /\b(?:pass|passes|passed|passing|green|succeed|succeeded)\b|通过/i.test(claim.sentence);
  if (last && says && !succeeded(last)) return 'tests_failed';
  return last || others || runs.some(succeeded) ? null : 'nothing_run';
}

function pathOf(call: CallEvidence, workspace: string): string {
  return call.result?.context.path_resolved ?? resolve(workspace, textOf(call, 'path'));
}
