import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../e2e/fixtures/strict-chat';
import type { Message } from '../model';
import { defaultProfile, FEATURES, type Feature, type Profile } from '../profile/profile';
import { renderMessages } from './render';
import { afterThoughts, withoutThoughts } from './thoughts';

const words = fc.oneof(fc.constant(''), fc.constant(' '), fc.string({ maxLength: 12 }));
const picture = fc.constant({ mime: 'image/png' as const, bytes: Uint8Array.of(1, 2) });
const pictures = fc.array(picture, { maxLength: 2 });
const id = fc.constantFrom('a', 'b', 'c');
const call = fc.record({ id, name: fc.constantFrom('LS', 'Read'), arguments: fc.oneof(fc.constant('{}'), fc.constant('"{}"'), fc.constant('[1]'), words, fc.json()) });
const message = fc.oneof(
  fc.record({ role: fc.constant('system' as const), text: fc.string({ minLength: 1, maxLength: 8 }) }),
  fc.record({ role: fc.constant('user' as const), text: words, images: pictures }),
  fc.record({ role: fc.constant('assistant' as const), text: words, calls: fc.uniqueArray(call, { maxLength: 3, selector: (one) => one.id }) }),
  fc.record({ role: fc.constant('assistant' as const), text: words, calls: fc.constant([]), reasoning: words }),
  fc.record({ role: fc.constant('tool' as const), callId: id, name: fc.constant('LS'), text: words, images: pictures }),
);
const history: fc.Arbitrary<Message[]> = fc.array(message, { minLength: 1, maxLength: 8 }).map((messages) => messages as Message[]);
/** `tool_images` is for servers that take what strict ones refuse. */
const switches = (Object.keys(FEATURES) as Feature[]).filter((feature) => feature !== 'tool_images');
const profile: fc.Arbitrary<Profile> = fc.record(Object.fromEntries(switches.map((feature) => [feature, fc.boolean()]))).map((turned) => ({ ...defaultProfile, ...turned }));

describe('a request', () => {
  it('is one that strict servers take, whatever the history and whatever was learned of the server', () => {
    fc.assert(
      fc.property(history, profile, (messages, learned) => {
        const body = { model: 'm', messages: renderMessages(messages, learned) };
        // A history of nothing but answers to calls that aren't there has nothing to send.
        fc.pre(body.messages.length > 0);
        expect(refusalOf(JSON.parse(JSON.stringify(body)))).toBeNull();
      }),
      { numRuns: 1_500 },
    );
  });

  it('has no two neighbours of one role where a server refuses that, and no system role where it refuses that', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const rendered = renderMessages(messages, { ...defaultProfile, same_role_twice: false, system_role: false, user_after_tool: false });
        rendered.forEach((one, index) => {
          const before = rendered[index - 1];
          expect(one.role).not.toBe('system');
          if (one.role === 'user') expect(before?.role === 'user' || before?.role === 'tool').toBe(false);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('thoughts at the beginning of an answer', () => {
  it.each([
    ['<think>hm</think>Hello', 'Hello'],
    ['  <think>\nhm\n</think>\n\nHello', 'Hello'],
    ['the template opened it</think>Hello', 'Hello'],
    ['<think>never closed', ''],
    ['Hello <think> is a tag', 'Hello <think> is a tag'],
    ['a < b', 'a < b'],
  ])('%j → %j', (text, answer) => {
    expect(withoutThoughts(text).trim()).toBe(answer);
  });

  it('are never shown, however the answer is cut into pieces, and nothing else is lost', () => {
    fc.assert(
      fc.property(fc.constantFrom('<think>hm, a < b</think>', '', '\n<think></think>\n'), fc.string({ minLength: 8, maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 }), (thought, answer, sizes) => {
        fc.pre(answer.trim().length > 7 && !answer.includes('<'));
        let shown = '';
        const show = afterThoughts((piece) => (shown += piece));
        let rest = thought + answer;
        for (const size of sizes) {
          if (rest) show(rest.slice(0, size));
          rest = rest.slice(size);
        }
        fc.pre(rest === '');
        expect(shown.trim()).toBe(answer.trim());
      }),
      { numRuns: 500 },
    );
  });
});
