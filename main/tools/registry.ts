import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Envelope, ErrorCode } from '../../preload/contract/envelope';
import type { Journal } from '../store/journal/journal';
import { coerceObject } from './arguments-coerce';
import { parseArguments } from './arguments-parse';
import { backgroundTasks } from './background-tasks';
import type { Pass, PreparedCall, RawCall, RedeemPass } from './call';
import { callHash, deepFreeze } from './call-hash';
import { changeRecorder, runWatched } from './change-recorder';
import { CircuitBreaker } from './circuit-breaker';
import { toEnvelope, toOutcome } from './envelope';
import { ToolFault } from './fault';
import { nearestName } from './nearest';
import { removePrivatePlaces } from './isolation/private-places';
import { isPassing, withRetries } from './retry';
import { runWithin } from './run-within';
import { failure, type Facts, type Outcome, type Picture, type Tool, type ToolContext } from './tool';
import { removeOldOutputs } from './tool-output';
import { Turnstile } from './turnstile';
import type { PathFact, Workspace } from './workspace';

export interface RegistryOptions {
  tools: readonly Tool[];
  redeem: RedeemPass;
  workspace: Workspace;
  /** `tool-output/` of the data folder. */
  outputFolder: string;
  ask: ToolContext['ask'];
  /** Where changes are noted; without it they can't be undone. */
  journal?: Journal;
}

/** A tool as a model is told of it. */
export interface ToolSpecification {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

/** The tools of one session: the only way to run one. No method throws or rejects. */
export interface Registry {
  specs(): ToolSpecification[];
  /** Parses, repairs, coerces and checks; the envelope says why a call can't be used. Has no effect. */
  prepare(raw: RawCall): { call: PreparedCall } | { envelope: Envelope };
  /** What the call would touch, for the gate. Has no effect. */
  facts(call: PreparedCall, signal: AbortSignal): Promise<Facts>;
  /** Runs exactly the call that `pass` was made for, once. */
  execute(call: PreparedCall, pass: Pass, signal: AbortSignal): Promise<{ envelope: Envelope; images: Picture[] }>;
  /** The envelope of a call that was not run. */
  refuse(call: PreparedCall | RawCall, code: ErrorCode, message: string, hint: string): Envelope;
  /** Ends what the session's commands left running; a stopped run does this by itself. */
  dispose(): void;
}

export function createRegistry(options: RegistryOptions): Registry {
  const { tools, workspace } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const turnstile = new Turnstile();
  /** Where only so many calls of a tool may run at once, the others queue here first. */
  const queues = new Map(tools.flatMap((tool): [string, Turnstile][] => (tool.atOnce === undefined ? [] : [[tool.name, new Turnstile(tool.atOnce)]])));
  const breaker = new CircuitBreaker();
  const memory = new Map<string, unknown>();
  const known = new WeakMap<PreparedCall, Facts>();
  const watched = new WeakSet<AbortSignal>();
  const stopTasks = () => backgroundTasks({ memory }).stopAll();
  const specifications = tools.map(specify);
  void removeOldOutputs(options.outputFolder);
  const context = (call: PreparedCall, signal: AbortSignal, places: Workspace = workspace): ToolContext => ({
    workspace: places,
    signal,
    changes: changeRecorder(options.journal, { call: call.id, tool: call.tool.name }),
    outputFolder: options.outputFolder,
    memory,
    ask: options.ask,
  });

  const registry: Registry = {
    specs: () => specifications,

    prepare(raw) {
      const started = performance.now();
      try {
        return { call: prepareCall(raw, byName) };
      } catch (error) {
        return { envelope: toEnvelope(toOutcome(error), raw.arguments, workspace.root, performance.now() - started) };
      }
    },

    async facts(call, signal) {
      let facts: Facts;
      try {
        facts = await call.tool.facts(call.params, context(call, signal));
      } catch (error) {
        const { error: fault } = toOutcome(error);
        facts = fault ? { fault } : {};
      }
      known.set(call, facts);
      return facts;
    },

    async execute(call, pass, signal) {
      const started = performance.now();
      if (!watched.has(signal)) {
        // Stop means everything: also what a call before left in the background.
        watched.add(signal);
        // Each call that waits or runs listens; a warning of Node's for eleven of them would tell of no leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', stopTasks, { once: true });
      }
      let outcome: Outcome;
      try {
        outcome = await run(call, pass, signal);
      } catch (error) {
        outcome = toOutcome(error);
      }
      return {
        envelope: toEnvelope(outcome, call.params, workspace.root, performance.now() - started),
        images: outcome.images ?? [],
      };
    },

    refuse(call, code, message, hint) {
      const params = 'params' in call ? call.params : call.arguments;
      return toEnvelope(failure(code, message, hint), params, workspace.root, 0);
    },

    dispose() {
      stopTasks();
      removePrivatePlaces({ memory });
    },
  };

  async function run(call: PreparedCall, pass: Pass, signal: AbortSignal): Promise<Outcome> {
    const hash = callHash(call.tool.name, call.params);
    if (hash !== call.hash || !options.redeem(pass, hash)) {
      throw new ToolFault('FORBIDDEN', 'This call was not approved as it is.', 'Make the call again; an approval fits one call, once.');
    }
    const facts = known.get(call);
    if (facts?.fault) throw new ToolFault(facts.fault.code, facts.fault.message, facts.fault.hint);
    const { name } = call.tool;
    breaker.check(name);
    const rest = breaker.rest(name);
    if (rest > 0) await delay(rest, undefined, { signal }).catch(() => undefined);
    let leave: (() => void) | undefined;
    try {
      leave = await queues.get(name)?.enter('read', signal).catch(() => undefined);
      const outcome = await runWithin(call.tool, turnstile, signal, async (inner) => {
        const places = lookedAt(workspace, await checkPlaces(facts, workspace));
        const work = (): Promise<Outcome> => withRetries(() => call.tool.run(call.params, context(call, inner, places)), inner);
        const { journal } = options;
        if (!journal || !call.tool.watched || pass.observes) return work();
        const watching = { facts, signal: inner, root: workspace.root, busy: () => backgroundTasks({ memory }).busy };
        return runWatched(journal, { call: call.id, tool: name }, watching, work);
      });
      breaker.worked(name);
      return outcome;
    } catch (error) {
      const outcome = toOutcome(error);
      // A tool that throws what it didn't expect, or never answers, is at fault itself.
      if (outcome.error?.code === 'INTERNAL_ERROR' || outcome.error?.code === 'TIMEOUT' || isPassing(error)) breaker.failed(name);
      else if (outcome.error?.code === 'CANCELLED') breaker.undecided(name);
      else breaker.worked(name);
      return outcome;
    } finally {
      leave?.();
    }
  }

  return registry;
}

/** Between the judgement and now a link may have been turned elsewhere; what was approved is the place, not the name. */
async function checkPlaces(facts: Facts | undefined, workspace: Workspace): Promise<PathFact[]> {
  const places: PathFact[] = [];
  for (const before of facts?.paths ?? []) {
    const now = await workspace.resolve(before.input, before.access);
    if (now.real !== before.real || now.place !== before.place) {
      throw new ToolFault('CONFLICT', `${before.input} now leads to ${now.real}, not to ${before.real}.`, 'Look again and repeat the call; it is judged anew.');
    }
    places.push(now);
  }
  return places;
}

/** The workspace for a tool that begins right now: the look at each place that was just taken serves its first step too, once. */
function lookedAt(workspace: Workspace, places: PathFact[]): Workspace {
  return {
    ...workspace,
    async resolve(input, access) {
      const index = places.findIndex((place) => place.input === input && place.access === access);
      return index === -1 ? workspace.resolve(input, access) : (places.splice(index, 1)[0] as PathFact);
    },
  };
}

function specify(tool: Tool): ToolSpecification {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.parameters, { io: 'input' }) as Record<string, unknown>;
  return { name: tool.name, description: tool.description, parameters };
}

/** Making a schema strict builds a new parser, which costs more than a call's check. */
const strict = new WeakMap<Tool, Tool['parameters']>();

function strictParameters(tool: Tool): Tool['parameters'] {
  const known = strict.get(tool) ?? tool.parameters.strict();
  strict.set(tool, known);
  return known;
}

function prepareCall(raw: RawCall, tools: ReadonlyMap<string, Tool>): PreparedCall {
  const tool = tools.get(raw.name);
  if (!tool) {
    const near = nearestName(raw.name, [...tools.keys()]);
    const hint = near ? `Did you mean ${near}?` : `The tools are: ${[...tools.keys()].join(', ')}.`;
    throw new ToolFault('INVALID_PARAM', `There is no tool named ${raw.name}.`, hint);
  }
  const given = coerceObject(tool.parameters, parseArguments(raw.arguments));
  const result = strictParameters(tool).safeParse(given);
  if (!result.success) throw parameterFault(tool, result.error);
  const params = deepFreeze(result.data);
  return Object.freeze({ id: raw.id, tool, params, hash: callHash(tool.name, params), ...(raw.caution ? { caution: raw.caution } : {}) });
}

function parameterFault(tool: Tool, error: z.ZodError): ToolFault {
  const names = Object.keys(tool.parameters.shape);
  const lines = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownParameter(key, issue.path.length === 0 ? names : []))
      : [`${issue.path.join('.') || 'arguments'}: ${issue.message}`],
  );
  return new ToolFault('INVALID_PARAM', `${tool.name}: ${lines.join('; ')}`, `Parameters of ${tool.name}: ${names.join(', ')}.`);
}

function unknownParameter(key: string, names: string[]): string {
  const near = nearestName(key, names);
  return `unknown parameter ${key}${near ? `, did you mean ${near}?` : ''}`;
}
