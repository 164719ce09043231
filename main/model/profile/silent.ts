import type { Reply } from '../dialect';
import type { Lesson, Sent } from './learn';
import type { Lessons } from './lessons';
import type { Profile } from './profile';

export interface SilentLesson extends Lesson {
  feature: 'stream' | 'max_tokens';
}

/** Server defaults cut answers at such lengths, tokens. */
const SHORT_LIMIT = { from: 200, to: 4_200 };

const LOST = 'Calls were lost in a streamed answer.';
const CUT = 'Its own limit cut an answer short.';
const UNSTREAMED: SilentLesson = { feature: 'stream', to: false };
const LONGER: SilentLesson = { feature: 'max_tokens', to: true };

/**
 * What answers show that no refusal says: calls that get lost in a stream, a limit that cuts
 * answers short. One for a client; it holds what the last answer made it suspect.
 */
export class SilentFaults {
  private suspectsStream = false;
  private streamIsFine = false;

  /** Before a turn: after an empty answer the next is asked for unstreamed, without a request more. */
  prepare(profile: Profile, sent: Sent, lessons: Lessons): void {
    if (this.suspectsStream && profile.stream && sent.tools) lessons.attempt([UNSTREAMED], LOST);
    this.suspectsStream = false;
  }

  /** After an answer: the switch to ask again with at once, null when the answer stands. */
  judge(reply: Reply, lostCalls: boolean, profile: Profile, sent: Sent, lessons: Lessons): SilentLesson | null {
    const empty = reply.text.trim() === '' && reply.calls.length === 0 && reply.finish === 'stop';
    if (profile.stream && sent.tools && lostCalls && !this.streamIsFine && lessons.attempt([UNSTREAMED], LOST)) return UNSTREAMED;
    this.suspectsStream = profile.stream && empty && !this.streamIsFine;
    // No calls without a stream either: the stream was not to blame.
    if (!profile.stream && reply.calls.length === 0 && lessons.undo(LOST)) this.streamIsFine = true;
    const { outputTokens, estimated } = reply.usage;
    const cut = reply.finish === 'length' && !estimated && outputTokens >= SHORT_LIMIT.from && outputTokens <= SHORT_LIMIT.to;
    if (cut && !profile.max_tokens && lessons.attempt([LONGER], CUT)) return LONGER;
    if (cut) lessons.undo(CUT);
    return null;
  }
}
