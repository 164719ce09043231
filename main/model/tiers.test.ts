import { describe, expect, it } from 'vitest';
import { ModelError, type Message, type Model, type Turn } from './model';
import { withPlannerFallback } from './planner-fallback';
import { tieredModel } from './tiers';

const picture = { mime: 'image/png' as const, bytes: Uint8Array.of(1) };
const hooks = (codes: string[] = []) => ({ signal: new AbortController().signal, onDelta: () => undefined, onNotice: (code: string) => void codes.push(code) });
const turnOf = (text: string): Turn => ({ text, calls: [], usage: { inputTokens: 1, outputTokens: 1, estimated: false }, finish: 'stop' });

function model(name: string, seen: Message[][] = []): Model {
  return {
    name,
    price: { input: 1, output: 2 },
    turn: ({ messages }) => {
      seen.push(messages);
      return Promise.resolve(turnOf(name));
    },
  };
}

const withPicture: Message[] = [{ role: 'user', text: 'look', images: [picture] }];
const later: Message[] = [...withPicture, { role: 'assistant', text: 'a cat', calls: [] }, { role: 'user', text: 'thanks' }];

describe('tiers', () => {
  it('send new pictures to the vision model, and everything else to the main one without pictures', async () => {
    const seen: Message[][] = [];
    const tiers = tieredModel({ main: model('main', seen), fast: null, vision: model('eyes'), mainSees: () => false });
    const looked = await tiers.turn({ messages: withPicture, tools: [] }, hooks());
    expect(looked).toMatchObject({ text: 'eyes', price: { input: 1, output: 2 } });
    expect((await tiers.turn({ messages: later, tools: [] }, hooks())).text).toBe('main');
    expect(seen[0]?.[0]).not.toHaveProperty('images');
  });

  it('leave pictures to a main model that sees', async () => {
    const tiers = tieredModel({ main: model('main'), fast: null, vision: model('eyes'), mainSees: () => true });
    expect((await tiers.turn({ messages: withPicture, tools: [] }, hooks())).text).toBe('main');
  });

  it('offer the fast model for summaries, under the main model’s name', () => {
    const fast = model('small');
    expect(tieredModel({ main: model('main'), fast, vision: null, mainSees: () => false })).toMatchObject({ name: 'main', fast });
    const main = model('main');
    expect(tieredModel({ main, fast: null, vision: null, mainSees: () => false })).toBe(main);
  });
});

describe('a server that can’t be reached', () => {
  const gone = (code: ModelError['code'] = 'UNREACHABLE'): Model => ({ name: 'm', turn: () => Promise.reject(new ModelError(code, 'Nothing answers.')) });
  const request = { messages: [{ role: 'user' as const, text: 'what is 1 + 1' }], tools: [] };

  it.each(['Yes, the offline planner', 'yes', '1'])('is stood in for by the planner when the person says %j, for the whole run', async (answer) => {
    const asked: string[] = [];
    const codes: string[] = [];
    const stand = withPlannerFallback(gone(), () => model('planner'), (question) => (asked.push(question), Promise.resolve(answer)), 'en');
    expect((await stand.turn(request, hooks(codes))).text).toBe('planner');
    expect((await stand.turn(request, hooks(codes))).text).toBe('planner');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('Nothing answers.');
    expect(codes).toEqual(['OFFLINE_PLANNER']);
  });

  it.each([null, 'No, end here', ''])('fails as it would have when the answer is %j', async (answer) => {
    const stand = withPlannerFallback(gone(), () => model('planner'), () => Promise.resolve(answer), 'en');
    await expect(stand.turn(request, hooks())).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  it('is no reason to ask when it answered before, or refused', async () => {
    const asked: string[] = [];
    const ask = (question: string) => (asked.push(question), Promise.resolve('yes'));
    await expect(withPlannerFallback(gone('KEY'), () => model('planner'), ask, 'en').turn(request, hooks())).rejects.toMatchObject({ code: 'KEY' });
    let up = true;
    const fading: Model = { name: 'm', turn: () => (up ? Promise.resolve(turnOf('first')) : Promise.reject(new ModelError('UNREACHABLE', 'gone'))) };
    const stand = withPlannerFallback(fading, () => model('planner'), ask, 'en');
    await stand.turn(request, hooks());
    up = false;
    await expect(stand.turn(request, hooks())).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(asked).toEqual([]);
  });
});
