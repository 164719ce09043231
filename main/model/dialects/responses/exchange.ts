import type OpenAI from 'openai';
import { APIError } from 'openai/core/error';
import { bodyMessage } from '../../error-words';
import { NoAnswerError } from '../../chat/exchange';
import { readEvents } from '../../chat/read-events';
import type { Reply, Wire } from '../../dialect';
import type { ToolSpec, TurnRequest } from '../../model';
import { estimateRequest, estimateTokens } from '../../tokens';
import { newestScreen, type Screen } from '../screen';
import { inputOf } from './input';
import { textOf, type Item } from './items';

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;
/** Also what is no event of theirs at all, which has none of their types. */
type Event = OpenAI.Responses.ResponseStreamEvent | { type: 'unknown'; error?: unknown };
const desktopTools = new Set(['Computer', 'Observe']);

/**
 * One try of one streamed request to the Responses endpoint. The reply's text is the output items
 * as JSON: they are what the model must be given back. Nothing is stored at the server.
 */
export async function exchangeResponses(request: TurnRequest, wire: Wire): Promise<Reply> {
  const answer = await wire.post('/responses', Buffer.from(JSON.stringify(bodyOf(request, wire))));
  const items: Item[] = [];
  let ended = null as OpenAI.Responses.Response | null;
  await readEvents(answer, wire.alive, (read) => {
    if ('done' in read) return 'enough';
    const event = (read.json ?? { type: 'unknown' }) as Event;
    if ('error' in event && event.error) throw refusal(event.error);
    if (event.type === 'response.output_text.delta') wire.onDelta(event.delta);
    else if (event.type === 'response.output_item.done') items.push(event.item as unknown as Item);
    else if (event.type === 'response.completed' || event.type === 'response.incomplete') ended = event.response;
    else if (event.type === 'response.failed') throw refusal(event.response.error);
    else if (event.type === 'error') throw refusal(event);
    return ended ? 'enough' : undefined;
  });
  // Without its last event the answer may have been cut off anywhere.
  if (!ended) throw new NoAnswerError();
  const output = ended.output?.length ? (ended.output as unknown as Item[]) : items;
  const text = JSON.stringify(output);
  const spoken = output.map(textOf).join('');
  const { usage } = ended;
  return {
    text,
    calls: [],
    usage: usage
      ? { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, estimated: false }
      : { inputTokens: estimateRequest(request), outputTokens: estimateTokens(spoken), estimated: true },
    finish: finishOf(ended),
  };
}

function finishOf(response: OpenAI.Responses.Response): Reply['finish'] {
  if (response.status !== 'incomplete') return 'stop';
  return response.incomplete_details?.reason === 'content_filter' ? 'filter' : 'length';
}

function refusal(error: unknown): APIError {
  return new APIError(400, error as object, bodyMessage(error), undefined);
}

function bodyOf(request: TurnRequest, { model, profile }: Wire): Body {
  const { instructions, input } = inputOf(request.messages);
  const reasons = /^(?:o\d|gpt-5|computer-use)/i.test(model);
  return {
    model,
    instructions,
    input,
    tools: toolsOf(request.tools, model, newestScreen(request.messages)),
    stream: true,
    store: false,
    truncation: 'auto',
    ...(reasons ? { include: ['reasoning.encrypted_content'] } : profile.temperature ? { temperature: 0 } : {}),
  };
}

/** The computer tool instead of Computer and Observe, every other tool as a function. */
function toolsOf(tools: readonly ToolSpec[], model: string, screen: Screen | null): OpenAI.Responses.Tool[] {
  const functions = tools
    .filter((tool) => !desktopTools.has(tool.name))
    .map(({ name, description, parameters }): OpenAI.Responses.Tool => ({ type: 'function', name, description, parameters, strict: false }));
  const desktop = tools.some((tool) => tool.name === 'Computer') && screen !== null;
  return [...(desktop ? [computerTool(model, screen)] : []), ...functions];
}

function computerTool(model: string, { width, height }: Screen): OpenAI.Responses.Tool {
  if (!/computer-use-preview/i.test(model)) return { type: 'computer' };
  const environment = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux';
  return { type: 'computer_use_preview', display_width: width, display_height: height, environment };
}
