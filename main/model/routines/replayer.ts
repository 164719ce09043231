import type { Language } from '../../../preload/contract/settings';
import type { Message, Model } from '../model';
import { createPlanner } from '../planner/planner';
import { replayPlan, valuesOf, type Drift, type Replay } from './replay';
import { fill } from './routine';

interface ReplayerOptions extends Omit<Replay, 'onDrift'> {
  language: Language;
  /** Who goes on when something is met that the recorded run had not met; null: the person is told. */
  next: Model | null;
}

/**
 * Replays a routine through the same loop, gate and tools as any model, without one. When the
 * screen is not as it was recorded, the rest is handed to `next` with what was met and what is left.
 */
export function createReplayer(options: ReplayerOptions): Model {
  const { routine, next } = options;
  let handed: { to: Model; after: number; note: Message } | null = null;
  let drift: { drift: Drift; step: number } | null = null;
  const replay: Replay = { ...options, onDrift: (met, step) => (drift = { drift: met, step }) };
  const player = createPlanner({
    name: `routine ${routine.name}`,
    carry: (_request, tools, today) => replayPlan(replay, options.language, tools, today),
  });
  return {
    ...player,
    ...(next ? { guard: (wrap: (model: Model) => Model) => createReplayer({ ...options, next: wrap(next) }) } : {}),
    async turn(request, hooks) {
      if (!handed) {
        const turn = await player.turn(request, { ...hooks, onDelta: () => undefined });
        if (!drift || !next || turn.calls.length > 0) {
          if (turn.text) hooks.onDelta(turn.text);
          return turn;
        }
        handed = { to: next, after: request.messages.length, note: { role: 'user', text: noteOf(options, drift) } };
      }
      const { to, after, note } = handed;
      return to.turn({ ...request, messages: [...request.messages.slice(0, after), note, ...request.messages.slice(after)] }, hooks);
    },
  };
}

function noteOf(options: ReplayerOptions, { drift, step }: { drift: Drift; step: number }): string {
  const { routine } = options;
  const values = valuesOf(options);
  const met = Object.entries(drift.values).map(([name, value]) => `${name}: ${value}`).join('; ');
  const left = routine.steps.slice(step).map((one) => `- ${fill(one.why, values)}`);
  return [
    `[Deskwright] The calls above replayed the routine "${routine.name}". It stopped at step ${step + 1} of ${routine.steps.length}, because the desktop is not as it was when it was recorded (${drift.code.replace('routine.drift.', '')}; ${met}).`,
    'Observe first. Deal with what is there as the person would want, asking where it is theirs to decide. Then do what is left:',
    ...left,
  ].join('\n');
}
