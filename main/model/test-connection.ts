import { APIError } from 'openai/core/error';
import type { ConnectionTest, Language } from '../../preload/contract/settings';
import { say, type Phrase } from '../locales/say';
import { notesInMemory, type ModelNotes } from '../store/model-notes';
import { isLoopback, normaliseBaseUrl, otherBaseUrl } from './base-url';
import { createClient } from './client';
import { connectTo } from './connection';
import { chooseDialect } from './dialects/choose';
import { explainError } from './explain-error';
import type { Message, ModelError, ToolSpec, Turn } from './model';
import { servedWindow } from './presets/truncation';
import { profileOf } from './profile/lessons';
import { redSquare } from './test-picture';

type Check = ConnectionTest['checks'][number];

const PROBE: ToolSpec = {
  name: 'ready',
  description: 'Call this tool once to show that you can use tools.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

const LIMIT_MS = 45_000;
/** Less than this can't hold the tools and a few results, tokens. */
const SMALL_WINDOW = 12_000;

/**
 * Finds out which of address, certificate, key, model and tools is wrong; the first that fails ends
 * the test. Then whether the model sees pictures, and on this computer which window it has. What is
 * learned on the way is kept in `notes`. Never rejects.
 */
export async function testConnection(baseUrl: string, apiKey: string, model: string, language: Language, notes: ModelNotes = notesInMemory()): Promise<ConnectionTest> {
  const checks: Check[] = [];
  const words = (key: Phrase, values: Record<string, string | number> = {}): string => say(language, key, values);
  const pass = (name: Check['name'], message: string): void => void checks.push({ name, ok: true, message });
  const end = (name: Check['name'], message: string): ConnectionTest => ({ ok: false, checks: [...checks, { name, ok: false, message }] });
  const to = { baseUrl, model, language };

  let address: string;
  try {
    address = normaliseBaseUrl(baseUrl);
  } catch {
    return end('address', words('test.address_bad'));
  }
  const reached = await reach(address, apiKey);
  const problem = reached === null ? null : explainError(reached, to);
  if (problem?.code === 'UNREACHABLE') return end('address', problem.message);
  pass('address', words('test.address_ok'));
  if (problem?.code === 'CERTIFICATE') return end('certificate', problem.message);
  if (address.startsWith('https:')) pass('certificate', words('test.certificate_ok'));
  if (problem?.code === 'KEY') return end('key', problem.message);
  if (!model.trim()) return end('model', words('test.model_empty'));

  const dialects = chooseDialect({ model, desktop: false, chosen: '' }) ?? {};
  const ask = (messages: Message[], tools: ToolSpec[]): Promise<Turn> =>
    createClient({ ...to, ...dialects, apiKey, notes, patience: { firstByteMs: LIMIT_MS, pieceMs: LIMIT_MS }, retryWaits: [] }).turn(
      { messages, tools },
      { signal: AbortSignal.timeout(2 * LIMIT_MS), onDelta: () => undefined, onNotice: () => undefined },
    );
  try {
    const probe: Message[] = [{ role: 'user', text: 'Call the tool "ready".' }];
    let turn = await ask(probe, [PROBE]);
    pass('key', words('test.key_ok'));
    pass('model', words('test.model_ok', { model }));
    const calls = (one: Turn): boolean => one.calls.some((call) => call.name === PROBE.name);
    const native = profileOf(notes, address, model).tools;
    if (!calls(turn) && native) {
      // It took the tools without a word and used none: is its text any better?
      const trial = notesInMemory();
      trial.learn(address, model, [...notes.of(address, model), toolless(language)]);
      turn = await createClient({ ...to, ...dialects, apiKey, notes: trial, retryWaits: [] }).turn({ messages: probe, tools: [PROBE] }, { signal: AbortSignal.timeout(LIMIT_MS), onDelta: () => undefined, onNotice: () => undefined });
      if (!calls(turn)) return end('tools', words('test.tools_missing'));
      notes.learn(address, model, [toolless(language)]);
      pass('tools', words('test.tools_text'));
    } else if (!calls(turn)) return end('tools', words('test.tools_missing'));
    else pass('tools', words(native ? 'test.tools_ok' : 'test.tools_text'));
  } catch (error) {
    const fault = explainError(error, to);
    if (fault.code === 'KEY' || fault.code === 'QUOTA') return end('key', fault.message);
    if (fault.code === 'UNREACHABLE' || fault.code === 'ADDRESS') return { ok: false, checks: [{ name: 'address', ok: false, message: fault.message }] };
    pass('key', words('test.key_ok'));
    return end('model', fault.message);
  }
  checks.push(await seesPictures(ask, address, to, notes));
  if (isLoopback(address)) checks.push(...(await windowOf(address, model, language)));
  return { ok: true, checks };
}

/** Shows a red square and asks for its colour. */
async function seesPictures(ask: (messages: Message[], tools: ToolSpec[]) => Promise<Turn>, address: string, to: { model: string; baseUrl: string; language: Language }, notes: ModelNotes): Promise<Check> {
  const check = (ok: boolean, key: Phrase, detail = ''): Check => ({ name: 'vision', ok, message: say(to.language, key, { detail }) });
  try {
    const { text } = await ask([{ role: 'user', text: 'Which colour is this square? Answer with one word.', images: [{ mime: 'image/png', bytes: redSquare() }] }], []);
    const refused = notes.of(address, to.model).find((note) => note.feature === 'images' && !note.on);
    if (refused) return check(false, 'test.vision_refused', refused.reason);
    if (!/\bred\b|红|crimson/i.test(text)) return check(false, 'test.vision_blind');
    const seen = say(to.language, 'test.vision_ok');
    notes.learn(address, to.model, [{ feature: 'images', on: true, reason: seen, at: new Date().toISOString() }]);
    return check(true, 'test.vision_ok');
  } catch (error) {
    return check(false, 'test.vision_refused', (explainError(error, to) satisfies ModelError).message);
  }
}

async function windowOf(address: string, model: string, language: Language): Promise<Check[]> {
  const tokens = await servedWindow(address, model);
  if (tokens === null) return [];
  const small = tokens < SMALL_WINDOW;
  return [{ name: 'window', ok: !small, message: say(language, small ? 'test.window_small' : 'test.window_ok', { tokens }) }];
}

function toolless(language: Language) {
  return { feature: 'tools', on: false, reason: say(language, 'test.tools_missing'), at: new Date().toISOString() };
}

/** Asks for the list of models: the cheapest request that touches address and key. Many servers have none; any answer shows that the address is right. */
async function reach(address: string, apiKey: string): Promise<unknown> {
  for (const base of [address, otherBaseUrl(address)]) {
    if (base === null) break;
    try {
      (await connectTo(base, apiKey).get('/models', AbortSignal.timeout(LIMIT_MS))).discard();
      return null;
    } catch (error) {
      const refused = error instanceof APIError && error.status !== undefined;
      if (!refused || error.status === 401 || error.status === 403) return error;
    }
  }
  return null;
}
