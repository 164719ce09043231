import type { Reply } from '../dialect';
import type { Lesson, Sent } from './learn';
import type { Lessons } from './lessons';
import type { Profile } from './profile';

export interface SilentLesson extends Lesson {
  feature: 'stream' | 'max_tokens';
}

/** Server defaults cut answers at such lengths; below the first a test is more likely than a limit, tokens. */
const SHORT_LIMIT = { from: 200, to: 4_200 };

/**
 * What an answer shows that no refusal said: calls that get lost in a stream, a limit that cuts
 * answers short. Returns the switch to try the request again with, null when the answer stands.
 * A second answer that is no better takes the trial back.
 */
export function learnedFromAnswer(reply: Reply, lostCalls: boolean, profile: Profile, sent: Sent, lessons: Lessons): SilentLesson | null {
  const empty = reply.text.trim() === '' && reply.calls.length === 0;
  const lost = sent.tools && reply.finish !== 'length' && reply.finish !== 'filter' && (lostCalls || (empty && !reply.reasoning));
  if (lost) {
    const unstreamed: SilentLesson = { feature: 'stream', to: false };
    if (profile.stream && lessons.attempt([unstreamed], 'lost calls')) return unstreamed;
    lessons.undo('stream');
  }
  // Without calls the stream was not to blame: an empty answer happens.
  if (lessons.tried.has('stream=false') && reply.calls.length === 0 && !profile.stream) lessons.undo('stream');

  const { outputTokens, estimated } = reply.usage;
  const cut = reply.finish === 'length' && !estimated && outputTokens >= SHORT_LIMIT.from && outputTokens <= SHORT_LIMIT.to;
  if (cut) {
    const longer: SilentLesson = { feature: 'max_tokens', to: true };
    if (!profile.max_tokens && lessons.attempt([longer], `cut at ${outputTokens} tokens`)) return longer;
    lessons.undo('max_tokens');
  }
  return null;
}
