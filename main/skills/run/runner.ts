import { privatePlaces, removePrivatePlaces, type PrivatePlaces } from '../../tools/isolation/private-places';
import type { ProgramAnswer, ProgramCall, SkillRunner, SkillRunnerOptions } from '../contract';
import type { Skill, SkillProgram } from '../skill';
import { filesOf, picturesOf } from './answer-files';
import { callOnce, type Answered, type Handed } from './call-once';
import { shownCommand } from './command-line';
import { KeptProgram } from './kept-program';
import { limitsOf } from './limits';
import { prepare, type Prepared } from './prepare';
import { describeSkillCage } from './skill-cage';
import { endSpare, startAhead, startFor, type Bootstrap } from './spare-child';
import { fault, lastWords, withoutTrace, type Fault } from './why-ended';

/** A program that stays, and the contents that it was started from. */
interface Kept {
  hash: string;
  file: string;
  prepared: Prepared;
  program: KeptProgram;
  restarts: number;
}

/** What watches does not take a short task's first moments, milliseconds. */
const watchAfter = 2_000;
/** A watching program that ends by itself is started again after these times, milliseconds; then no more. */
const restartAfter = [1000, 10_000, 60_000];
/** Notices of one skill within a minute; more are kept back. */
const mostNotices = 6;

/**
 * Starts the programs of skills, for one session. Nothing rejects and nothing outlives it: what a
 * program does wrong becomes an answer that says so.
 */
export function createSkillRunner(options: SkillRunnerOptions & Bootstrap): SkillRunner {
  const { workspace, trust } = options;
  const kept = new Map<string, Kept>();
  let watching: Skill[] = [];
  let watchBegun = false;
  let watchTimer: NodeJS.Timeout | undefined;
  const places = new Map<string, Map<string, unknown>>();
  const told = new Map<string, number[]>();
  const ending = new AbortController();

  const placesOf = (name: string): PrivatePlaces => {
    const memory = places.get(name) ?? new Map<string, unknown>();
    places.set(name, memory);
    return privatePlaces({ memory });
  };

  const notice = (skill: string, code: string, text: string): void => {
    const now = Date.now();
    const recent = (told.get(skill) ?? []).filter((at) => now - at < 60_000);
    told.set(skill, [...recent, now]);
    if (ending.signal.aborted || recent.length >= mostNotices) return;
    options.notice(skill, code, text);
  };

  const prepared = (skill: Skill, program: SkillProgram, args: ProgramCall['args']): Promise<Prepared | Fault> =>
    prepare({ ...options, skill, program, args, places: () => placesOf(skill.name) }).catch((error: unknown) =>
      fault('EXECUTION_ERROR', `${skill.name} could not be started: ${error instanceof Error ? error.message : String(error)}`, 'This is a fault of the system or of the skill, not of the call. Tell the person.'),
    );

  function drop(name: string): void {
    kept.get(name)?.program.dispose();
    kept.delete(name);
  }

  async function keptFor(skill: Skill, program: SkillProgram): Promise<Kept | Fault> {
    const known = kept.get(skill.name);
    if (known?.hash === skill.hash && known.file === program.file) return known;
    drop(skill.name);
    const ready = await prepared(skill, program, {});
    if ('status' in ready) return ready;
    // Two calls may have waited for the same.
    const other = kept.get(skill.name);
    if (other) return other;
    const one: Kept = { hash: skill.hash, file: program.file, prepared: ready, restarts: 0, program: new KeptProgram(ready.start, (code, text) => notice(skill.name, code, text), (end) => restart(skill, one, lastWords(end.errors))) };
    if (ending.signal.aborted) one.program.dispose();
    kept.set(skill.name, one);
    return one;
  }

  /** A watch that ended by itself begins again, a few times. */
  function restart({ name, program }: Skill, one: Kept, words: string): void {
    if (program?.declaration.watch !== true || kept.get(name) !== one || ending.signal.aborted) return;
    const wait = restartAfter[one.restarts++];
    if (wait === undefined) return notice(name, 'SKILL_STOPPED', `${name} has stopped watching: its program ended ${restartAfter.length + 1} times. ${words}`.trim());
    setTimeout(() => {
      if (kept.get(name) === one && !ending.signal.aborted) one.program.begin();
    }, wait).unref();
  }

  function beginToWatch(): void {
    watchBegun = true;
    for (const skill of watching) if (skill.program?.declaration.watch === true) void watch(skill, skill.program);
  }

  async function watch(skill: Skill, program: SkillProgram): Promise<void> {
    if (kept.has(skill.name) || !trust.stillTrusted(skill)) return;
    const one = await keptFor(skill, program);
    if ('status' in one) notice(skill.name, 'SKILL_STOPPED', one.message);
    else if (!one.program.running && !ending.signal.aborted) one.program.begin();
  }

  async function perform(call: ProgramCall, program: SkillProgram): Promise<ProgramAnswer> {
    const { skill, args, signal, progress } = call;
    if (!trust.stillTrusted(skill)) return fault('FORBIDDEN', `The files of ${skill.name} are not the ones that the person trusts.`, 'The person has to look at the skill and trust it again; do not try to run its files another way.');
    const { declaration } = program;
    const handed: Handed = { name: skill.name, args, limits: limitsOf(program), timeoutMs: declaration.timeoutMs, signal, progress, notice: (code, text) => notice(skill.name, code, text) };
    if (declaration.keep || declaration.watch) {
      const one = await keptFor(skill, program);
      return 'status' in one ? one : answerOf(skill, await one.program.call(handed), one.prepared, workspace);
    }
    const ready = await prepared(skill, program, args);
    return 'status' in ready ? ready : answerOf(skill, await callOnce(ready.start, handed), ready, workspace);
  }

  return {
    commandLine: (skill) => shownCommand(skill, options.environment, workspace),

    isolation: (skill, args = {}) => (skill.program === null || skill.program.kind === 'bundled' ? Promise.resolve(null) : describeSkillCage(skill, args, workspace)),

    async call(call) {
      const { skill, signal } = call;
      if (!skill.program) return fault('UNSUPPORTED', `${skill.name} has no program to be called.`, 'Read its instructions by calling Skill without args.');
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      for (const each of [signal, ending.signal]) {
        each.addEventListener('abort', abort, { once: true });
        if (each.aborted) abort();
      }
      try {
        return await perform({ ...call, signal: stop.signal }, skill.program);
      } catch (error) {
        return fault('INTERNAL_ERROR', `${skill.name} could not be run: ${error instanceof Error ? error.message : String(error)}`, 'This is a fault of Deskwright. Use another way.');
      } finally {
        for (const each of [signal, ending.signal]) each.removeEventListener('abort', abort);
      }
    },

    expect({ name, program }) {
      if (program?.kind === 'bundled' && !kept.has(name) && !ending.signal.aborted) startFor(options, program.declaration.memoryMb);
    },

    offered(skills) {
      const ready = new Map(skills.filter(({ state }) => state === 'ready').map((skill) => [skill.name, skill]));
      for (const [name, { hash }] of kept) if (ready.get(name)?.hash !== hash) drop(name);
      if ([...ready.values()].some(({ program }) => program?.kind === 'bundled')) startAhead(options);
      watching = [...ready.values()];
      if (watchBegun) return beginToWatch();
      watchTimer ??= setTimeout(beginToWatch, watchAfter).unref();
    },

    dispose() {
      ending.abort();
      clearTimeout(watchTimer);
      for (const name of [...kept.keys()]) drop(name);
      endSpare(options);
      for (const memory of places.values()) removePrivatePlaces({ memory });
    },
  };
}

/** The codes that come of running a program; the others would speak for the gate or the person. */
const usableCodes = new Set(['CANCELLED', 'NOT_FOUND', 'ACCESS_DENIED', 'INVALID_PARAM', 'CONFLICT', 'NOT_UNIQUE', 'ENCODING', 'BINARY_FILE', 'IS_DIRECTORY', 'TOO_LARGE', 'TIMEOUT', 'STALE_CAPTURE', 'OUT_OF_RANGE', 'NO_EFFECT', 'FOCUS_LOST', 'UNSUPPORTED', 'TRUNCATED', 'EXECUTION_ERROR']);

function answerOf({ name, source }: Skill, { answer, diagnostics, notes }: Answered, { folders, isolated }: Prepared, workspace: string): ProgramAnswer {
  const kept = diagnostics === '' ? {} : { diagnostics };
  if (answer.status === 'error') {
    const code = answer.code !== undefined && usableCodes.has(answer.code) ? answer.code : 'EXECUTION_ERROR';
    const hint = answer.hint ?? 'Check the arguments against the skill’s description, or use another way.';
    return { status: 'error', code, message: withoutTrace(answer.message) || `${name} failed without saying why.`, hint: withoutTrace(hint), ...kept };
  }
  const files = filesOf(answer.files ?? [], workspace, folders);
  const images = picturesOf(answer.images ?? [], workspace, folders);
  const missing = files.missing + images.missing;
  const more = [...notes, ...(source !== 'bundled' && !isolated ? ['It ran without isolation: this machine offers none, or it is turned off.'] : []), ...(missing > 0 ? [`${missing} of the files it names are not there, or not where it may write.`] : [])];
  const text = [answer.text ?? '', ...more].filter(Boolean).join('\n');
  return {
    status: 'ok',
    result: answer.result,
    ...(text === '' ? {} : { text }),
    ...(files.found.length > 0 ? { files: files.found } : {}),
    ...(images.found.length > 0 ? { images: images.found } : {}),
    ...kept,
  };
}
