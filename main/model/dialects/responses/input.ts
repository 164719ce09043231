import type OpenAI from 'openai';
import type { Picture } from '../../../tools/tool';
import type { Message } from '../../model';
import { briefly, harmless, noteOf } from '../history';
import { computerCallSchema, functionCallSchema, itemsIn, textOf, type Item, type SafetyCheck } from './items';

type InputItem = OpenAI.Responses.ResponseInputItem;
type Result = Extract<Message, { role: 'tool' }>;

export const responsesName = 'responses';

/** Separates a computer call's id from the number of the act that was made of it. */
const mark = '/';
export const actId = (callId: string, part: number | 'look'): string => `${callId}${mark}${part}`;

/**
 * The conversation as input items. A model's own items go back as they came, each call with its
 * output: a computer call's is the picture taken after it, and its safety checks are acknowledged
 * only where its acts were let through. Where there is no such picture any more, or the person said
 * no, the turn is told in words instead.
 */
export function inputOf(messages: readonly Message[]): { instructions: string; input: InputItem[] } {
  const input: InputItem[] = [];
  const system: string[] = [];
  messages.forEach((message, index) => {
    if (message.role === 'system') system.push(message.text);
    else if (message.role === 'user') input.push(userItem(message.text, message.images ?? []));
    else if (message.role === 'assistant') input.push(...turnItems(message, withSamePictures(resultsAfter(messages, index), messages.slice(0, index))));
  });
  return { instructions: system.join('\n\n'), input };
}

function resultsAfter(messages: readonly Message[], index: number): Result[] {
  const results: Result[] = [];
  for (let next = index + 1; messages[next]?.role === 'tool'; next++) results.push(messages[next] as Result);
  return results;
}

/** An unchanged picture is sent once in a conversation; here each look needs its own. */
function withSamePictures(results: Result[], before: readonly Message[]): Result[] {
  const last = [...before].reverse().find((message) => message.role === 'tool' && message.images?.length);
  const images = last?.role === 'tool' ? last.images : undefined;
  return results.map((result) => (images && !result.images?.length && /unchanged/.test(noteOf(result.text)) ? { ...result, images } : result));
}

function turnItems(message: Extract<Message, { role: 'assistant' }>, results: Result[]): InputItem[] {
  const items = message.said?.dialect === responsesName ? itemsIn(message.said.text) : [];
  const outputs = items.length > 0 ? outputsOf(items, results) : null;
  // Items of this package's own output types are valid input as they are.
  return outputs ? [...(items as unknown as InputItem[]), ...outputs] : inWords(message, results, items);
}

/** The outputs of all calls among the items; null when one can't be given. */
function outputsOf(items: readonly Item[], results: readonly Result[]): InputItem[] | null {
  const outputs: InputItem[] = [];
  const notes: InputItem[] = [];
  for (const item of items) {
    const called = functionCallSchema.safeParse(item);
    if (called.success) {
      const result = results.find(({ callId }) => callId === called.data.call_id);
      if (!result) return null;
      outputs.push({ type: 'function_call_output', call_id: called.data.call_id, output: result.text });
    }
    const computer = computerCallSchema.safeParse(item);
    if (!computer.success) continue;
    const { call_id: callId, pending_safety_checks: pending } = computer.data;
    const own = results.filter((result) => result.callId.startsWith(callId + mark));
    const picture = own.flatMap((result) => result.images ?? []).at(-1);
    const acts = own.filter((result) => result.name === 'Computer');
    const agreed = acts.length > 0 && !acts.some(wasRefused);
    if (!picture || acts.some(wasRefused) || (pending?.length && !agreed)) return null;
    outputs.push({
      type: 'computer_call_output',
      call_id: callId,
      output: { type: 'computer_screenshot', image_url: dataUrl(picture) },
      ...(pending?.length ? { acknowledged_safety_checks: pending.map(acknowledged) } : {}),
    });
    const failed = acts.filter((result) => /"status":"error"/.test(result.text));
    if (failed.length) notes.push(userItem(briefly(failed), []));
  }
  return [...outputs, ...notes];
}

function acknowledged({ id, code, message }: SafetyCheck): { id: string; code: string | null; message: string | null } {
  return { id, code: code ?? null, message: message ?? null };
}

function inWords(message: Extract<Message, { role: 'assistant' }>, results: readonly Result[], items: readonly Item[]): InputItem[] {
  const said = items.map(textOf).join('') || message.text;
  const used = message.calls.filter((call) => call.name !== 'Observe').map((call) => `(${call.name} ${call.arguments})`);
  const words = [said, ...used].filter((text) => text !== '').join('\n');
  const told = results.map((result) => (result.name === 'Computer' || result.name === 'Observe' ? briefly([result]) : `${result.name}: ${harmless(result.text)}`));
  const text = told.filter((line) => line !== '').join('\n');
  const images = results.flatMap((result) => result.images ?? []).slice(-1);
  return [
    ...(words ? [{ role: 'assistant' as const, content: words }] : []),
    ...(text || images.length ? [userItem(text, images)] : []),
  ];
}

/** The person, a flag, a red line or a stop kept the call from being made. */
function wasRefused(result: Result): boolean {
  return /"code":"(?:DENIED|FORBIDDEN|CANCELLED)"/.test(result.text);
}

function userItem(text: string, images: readonly Picture[]): InputItem {
  return {
    role: 'user',
    content: [
      ...(text || images.length === 0 ? [{ type: 'input_text' as const, text: text || '(nothing)' }] : []),
      ...images.map((image) => ({ type: 'input_image' as const, detail: 'original' as const, image_url: dataUrl(image) })),
    ],
  };
}

function dataUrl(picture: Picture): string {
  return `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
}
