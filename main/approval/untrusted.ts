import { statSync } from 'node:fs';
import type { Envelope } from '../../preload/contract/envelope';
import { filesRun } from './command/files-run';
import { needsOf } from '../tools/isolation/needs';
import { readScript } from '../tools/shell/read-script';
import type { PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';
import { showsForeignContent } from './classify-input';
import { skillScope } from './classify-skill';
import { Combinations, type SecondHalf } from './combinations';
import { rank } from './levels';
import { programName } from './program-name';
import type { Reason } from './verdict';

/** Grants by kind of scope that stop counting once something untrusted was read: running, sending, leaving the workspace. */
const suspended = /^(command|terminal|read|write|dialog|enter|skill):/;

/** Places that only the system's administrator writes to; what a command reads there is nobody's message. */
const systemPlaces = /^\/(usr|etc|bin|sbin|lib|lib32|lib64|opt|proc|sys|dev|boot|nix|snap)(\/|$)/;

/** Calls that failed with one of these have read nothing. */
const readNothing = new Set(['NOT_FOUND', 'INVALID_PARAM', 'ACCESS_DENIED', 'FORBIDDEN', 'DENIED', 'UNSUPPORTED', 'IS_DIRECTORY', 'CIRCUIT_OPEN', 'CONFLICT']);

interface Source {
  reason: Reason;
  at: number;
  /** The scope under which it came: whoever granted that knew of it. */
  scope: string | null;
}

interface Look {
  at: number;
  scope: string | null;
  network: string[];
  then: SecondHalf;
}

const nothing: SecondHalf = { runs: [], network: null, sends: null };

/**
 * What of others' making the assistant has read, and what it has written itself. Text from outside
 * can hold instructions that a model follows: so grants that were given before it came are asked
 * again (A4), and so is what is dangerous only together with what came before (S7, see `Combinations`).
 * The same file or program's screen counts once; what came over the network counts each time.
 */
export class UntrustedContent {
  private sequence = 0;
  private readonly sources = new Map<string, Source>();
  private readonly launched: string[] = [];
  private readonly combinations = new Combinations();
  private readonly networkTasks = new Map<string, string>();
  private readonly looks = new WeakMap<PreparedCall, Look>();

  /** A point in this order of events, for a grant given now. */
  now(): number {
    return ++this.sequence;
  }

  /** Takes a call apart before it runs, for what it will read and run. */
  async look(call: PreparedCall, facts: Facts, scope: string | null): Promise<void> {
    if (!facts.command) return void this.looks.set(call, { at: Date.now(), scope, network: [], then: facts.skill ? halfOf(facts.skill) : nothing });
    const script = await readScript(facts.command.text, {});
    const { network } = needsOf(script);
    const then = { runs: filesRun(script, facts.command.directory), network: network.length > 0 ? network.join(', ') : null, sends: null };
    this.looks.set(call, { at: Date.now(), scope, network, then });
  }

  /** Why a grant of `scope` given at `since` doesn't count any more; null when it does. */
  suspends(scope: string, since: number): Reason | null {
    if (!suspended.test(scope)) return null;
    const later = [...this.sources.values()].filter((source) => source.at > since && source.scope !== scope);
    return later.reduce<Source | null>((newest, source) => (newest !== null && newest.at > source.at ? newest : source), null)?.reason ?? null;
  }

  /** Why a call needs a second yes because of what came before it, since its scope was granted; null when it doesn't. */
  combines(call: PreparedCall, since: number): Reason | null {
    const look = this.looks.get(call);
    return look ? this.combinations.meets(look.then, look.scope, since) : null;
  }

  /** The person has seen what a call does after all that, and said yes. */
  confirm(call: PreparedCall): void {
    const look = this.looks.get(call);
    if (look) this.combinations.confirm(look.then, ++this.sequence);
  }

  /** Takes note of what a call has read and written. */
  learn(call: PreparedCall, facts: Facts, envelope: Envelope): void {
    if (envelope.status === 'error' && readNothing.has(envelope.error?.code ?? '')) return;
    if (facts.input?.launches !== undefined) this.launched.push(facts.input.launches.toLowerCase());
    this.learnWritten(call, facts, envelope);
    if (facts.untrusted !== undefined) this.read(call, 'other', facts.untrusted, true);
    // Whatever a program from outside answers are its author's words.
    else if (facts.skill && facts.skill.source !== 'bundled') this.read(call, 'other', facts.skill.name, true);
    if (facts.command) this.learnCommand(call, facts, envelope);
    else this.learnFiles(call, facts);
    const task = this.networkTasks.get(String(call.params['task_id'] ?? ''));
    if (task !== undefined) this.read(call, 'network', task, true);
    if (call.tool.name === 'Observe') this.learnScreen(call, envelope.data);
  }

  private read(call: PreparedCall, kind: 'file' | 'network' | 'screen' | 'other', name: string, always = false): void {
    const key = `${kind}:${name}`;
    if (!always && this.sources.has(key)) return;
    const scope = this.looks.get(call)?.scope ?? null;
    this.sources.set(key, { reason: { code: `reason.untrusted.${kind}`, detail: name }, at: ++this.sequence, scope });
    this.combinations.note('foreign', name, this.sequence, scope);
    if (kind === 'file') this.combinations.note('private', name, this.sequence);
  }

  private learnCommand(call: PreparedCall, facts: Facts, envelope: Envelope): void {
    const network = this.looks.get(call)?.network ?? [];
    const task = envelope.data['task_id'];
    if (network.length > 0) this.read(call, 'network', network.join(', '), true);
    if (network.length > 0 && typeof task === 'string') this.networkTasks.set(task, network.join(', '));
    const folder = facts.command?.directory;
    const foreign = facts.paths?.find((path) => path.place === 'outside' && path.exists && path.real !== folder && !systemPlaces.test(path.real));
    if (foreign) this.read(call, 'file', foreign.real);
  }

  private learnFiles(call: PreparedCall, facts: Facts): void {
    // Names alone, as LS and Glob give them, are no text to follow.
    if (call.tool.name === 'LS' || call.tool.name === 'Glob') return;
    const foreign = facts.paths?.find((path) => path.place === 'outside' && path.access === 'read');
    if (foreign) this.read(call, 'file', foreign.real);
  }

  /** A picture shows every window, the elements only the one in front. What the run itself has started empty shows its own work. */
  private learnScreen(call: PreparedCall, data: Record<string, unknown>): void {
    const windows = Array.isArray(data['windows']) ? (data['windows'] as { app?: unknown; active?: unknown }[]) : [];
    for (const { app, active } of windows) {
      if (typeof app !== 'string' || app === '' || (active !== true && !showsForeignContent(app))) continue;
      const name = programName(app);
      const isOwnWork = !showsForeignContent(app) && this.launched.some((program) => program.includes(name.toLowerCase()));
      if (!isOwnWork) this.read(call, 'screen', name);
    }
  }

  private learnWritten(call: PreparedCall, facts: Facts, { data }: Envelope): void {
    const began = this.looks.get(call)?.at;
    if (facts.command && began === undefined) return;
    for (const path of facts.paths ?? []) {
      if (path.access !== 'write') continue;
      // Of a command it is only known that it could: the disk says whether it did.
      if (facts.command && (changedAt(path.real) ?? 0) < (began ?? 0)) continue;
      this.combinations.note('written', path.real, ++this.sequence);
    }
    // What a skill says it wrote, beside what it was asked to.
    for (const file of facts.skill && Array.isArray(data['files']) ? (data['files'] as unknown[]) : []) if (typeof file === 'string') this.combinations.note('written', file, ++this.sequence);
  }
}

/** A skill that acts and reaches the network could pass on what it was made to. Its scope names it as the way out. */
function halfOf(skill: NonNullable<Facts['skill']>): SecondHalf {
  const network = skill.network.length > 0 ? skillScope(skill) : null;
  return { runs: [], network, sends: network !== null && rank(skill.effect) >= rank('risky') ? network : null };
}

/** When a file's content or state last changed, milliseconds; null when it isn't there. */
function changedAt(path: string): number | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? Math.ceil(stats.ctimeMs) + 1 : null;
  } catch {
    return null;
  }
}
