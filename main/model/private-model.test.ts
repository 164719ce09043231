import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../../e2e/fixtures/model-server';
import { secretSamples } from '../store/privacy/secret-samples';
import { createVault } from '../store/privacy/vault';
import { createClient } from './client';
import type { Message, Model, TurnHooks } from './model';
import { withPlannerFallback } from './planner-fallback';
import { privateModel, type SentRequest } from './private-model';
import { tieredModel } from './tiers';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const hooks = (onDelta: (text: string) => void = () => undefined): TurnHooks => ({ signal: new AbortController().signal, onDelta, onNotice: () => undefined });

describe('a model behind an address', () => {
  it('is sent no secret of any shape, in no kind of message, and what it wants done comes back with them', async () => {
    server = await startModelServer((request) => {
      const names = [...JSON.stringify(request.messages).matchAll(/\[\[SECRET_\d+\]\]/g)].map(([name]) => name);
      return { text: `I use ${names[0]} now.`, calls: [{ name: 'Bash', arguments: { command: `echo ${names.at(-1)}` } }] };
    });
    const sent: SentRequest[] = [];
    const vault = createVault({ known: [], patterns: [] });
    const model = privateModel(createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' }), vault, (request) => sent.push(request));
    const messages: Message[] = [
      { role: 'system', text: 'Rules.' },
      ...secretSamples.flatMap(({ text }, index): Message[] => [
        { role: 'user', text },
        { role: 'assistant', text, calls: [{ id: `c${index}`, name: 'Bash', arguments: JSON.stringify({ command: text }) }] },
        { role: 'tool', callId: `c${index}`, name: 'Bash', text: `${JSON.stringify({ status: 'success', data: { output: text } })}\n[note] ${text}` },
      ]),
      { role: 'user', text: 'The password is last-one-9' },
    ];
    const deltas: string[] = [];
    const turn = await model.turn({ messages, tools: [] }, hooks((text) => deltas.push(text)));
    const wire = JSON.stringify(server.requests);
    const leaked = secretSamples.filter(({ secret }) => wire.includes(secret) || wire.includes(JSON.stringify(secret).slice(1, -1)));
    expect(leaked.map(({ name }) => name)).toEqual([]);
    expect(JSON.parse(turn.calls[0]?.arguments ?? '')).toEqual({ command: 'echo last-one-9' });
    expect(turn.text).not.toContain('[[');
    expect(deltas.join('')).toBe(turn.text);
    expect(sent[0]).toMatchObject({ model: 'scripted', to: new URL(server.url).host });
    expect(JSON.stringify(sent)).not.toContain('last-one-9');
  });

  it('finds in earlier messages what only a later one shows to be a secret', async () => {
    server = await startModelServer([{ text: 'ok' }]);
    const model = privateModel(createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' }), createVault({ known: [], patterns: [] }), () => undefined);
    await model.turn({ messages: [{ role: 'user', text: 'type swordfish-77' }, { role: 'user', text: 'the password is swordfish-77' }], tools: [] }, hooks());
    expect(JSON.stringify(server.requests)).not.toContain('swordfish-77');
  });

  it('shows text with brackets as it streams, whole', async () => {
    const said = 'a [[ b [x] [[SECRET_1] c [[SECRET_9]] [';
    const model: Model = {
      name: 'm',
      address: 'http://x',
      turn: (_request, { onDelta }) => {
        for (const character of said) onDelta(character);
        return Promise.resolve({ text: said, calls: [], usage: { inputTokens: 0, outputTokens: 0, estimated: true }, finish: 'stop' });
      },
    };
    let shown = '';
    await privateModel(model, createVault({ known: [], patterns: [] }), () => undefined).turn({ messages: [], tools: [] }, hooks((text) => (shown += text)));
    expect(shown).toBe(said);
  });
});

it('leaves a model alone that works by rules', () => {
  const model: Model = { name: 'offline planner', byRules: true, turn: () => Promise.reject(new Error('not asked')) };
  expect(privateModel(model, createVault({ known: [], patterns: [] }), () => undefined)).toBe(model);
});

it('reaches none of the models that one is made of without hiding secrets, and tells where each request went', async () => {
  const seen: string[] = [];
  const part = (name: string): Model => ({
    name,
    address: `https://${name}.example.org/v1`,
    turn: ({ messages }) => {
      seen.push(`${name}: ${JSON.stringify(messages)}`);
      return Promise.resolve({ text: 'ok', calls: [], usage: { inputTokens: 0, outputTokens: 0, estimated: true }, finish: 'stop' });
    },
  });
  const sent: string[] = [];
  const whole = withPlannerFallback(tieredModel({ main: part('main'), fast: part('fast'), vision: part('vision'), mainSees: () => false }), () => part('planner'), () => Promise.resolve(null), 'en');
  const model = privateModel(whole, createVault({ known: [], patterns: [] }), ({ to }) => sent.push(to));
  const text = 'DB_PASSWORD=hunter22';
  await model.turn({ messages: [{ role: 'user', text }], tools: [] }, hooks());
  await model.turn({ messages: [{ role: 'user', text, images: [{ mime: 'image/png', bytes: new Uint8Array([1]) }] }], tools: [] }, hooks());
  await model.fast?.turn({ messages: [{ role: 'user', text }], tools: [] }, hooks());
  expect(seen).toHaveLength(3);
  expect(seen.join()).not.toContain('hunter22');
  expect(sent).toEqual(['main.example.org', 'vision.example.org', 'fast.example.org']);
});
