import OpenAI, { APIError } from 'openai';
import type { ConnectionTest, Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { normaliseBaseUrl } from './base-url';
import { createClient } from './client';
import { explainError } from './explain-error';
import type { ToolSpec } from './model';

const PROBE: ToolSpec = {
  name: 'ready',
  description: 'Call this tool once to show that you can use tools.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

const LIMIT_MS = 30_000;

/**
 * Finds out which of address, key, model and tools is wrong; the first that fails ends the test.
 * Never rejects.
 */
export async function testConnection(baseUrl: string, apiKey: string, model: string, language: Language): Promise<ConnectionTest> {
  const checks: ConnectionTest['checks'] = [];
  const pass = (name: ConnectionTest['checks'][number]['name'], message: string): void => {
    checks.push({ name, ok: true, message });
  };
  const fail = (name: ConnectionTest['checks'][number]['name'], message: string): ConnectionTest => ({
    ok: false,
    checks: [...checks, { name, ok: false, message }],
  });

  let address: string;
  try {
    address = normaliseBaseUrl(baseUrl);
  } catch {
    return fail('address', say(language, 'test.address_bad'));
  }
  const to = { baseUrl, model, language };
  const reached = await reach(address, apiKey);
  if (reached) {
    const problem = explainError(reached, to);
    // Many servers list no models: an answer of any other kind still shows that the address is right.
    if (problem.code === 'UNREACHABLE') return fail('address', problem.message);
    pass('address', say(language, 'test.address_ok'));
    if (problem.code === 'KEY') return fail('key', problem.message);
  } else {
    pass('address', say(language, 'test.address_ok'));
  }
  if (!model.trim()) return fail('model', say(language, 'test.model_empty'));

  try {
    const turn = await createClient({ baseUrl, apiKey, model, language, patience: { firstByteMs: LIMIT_MS, pieceMs: LIMIT_MS }, retryWaits: [] }).turn(
      { messages: [{ role: 'user', text: 'Call the tool "ready".' }], tools: [PROBE] },
      { signal: AbortSignal.timeout(LIMIT_MS), onDelta: () => undefined, onNotice: () => undefined },
    );
    pass('key', say(language, 'test.key_ok'));
    pass('model', say(language, 'test.model_ok', { model }));
    if (!turn.calls.some((call) => call.name === PROBE.name)) return fail('tools', say(language, 'test.tools_missing'));
    pass('tools', say(language, 'test.tools_ok'));
    return { ok: true, checks };
  } catch (error) {
    const problem = explainError(error, to);
    if (problem.code === 'KEY') return fail('key', problem.message);
    if (problem.code === 'UNREACHABLE') return fail('address', problem.message);
    pass('key', say(language, 'test.key_ok'));
    return fail('model', problem.message);
  }
}

/** Asks for the list of models: the cheapest request that touches address and key. */
async function reach(address: string, apiKey: string): Promise<unknown> {
  try {
    await new OpenAI({ baseURL: address, apiKey: apiKey || 'none', maxRetries: 0, timeout: LIMIT_MS }).models.list();
    return null;
  } catch (error) {
    return error instanceof APIError && error.status === 404 ? null : error;
  }
}
