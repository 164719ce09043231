import type { Message } from '../../model/model';
import { ends } from './fit-result';
import { parseObject } from '../compaction/ledger';

/**
 * The last resort when the newest round alone is too long: long arguments and results are cut in what
 * is sent, the oldest first, until `fits` says so. The history itself stays whole.
 */
export function squeeze(messages: readonly Message[], fits: (messages: readonly Message[]) => boolean): Message[] {
  const squeezed = [...messages];
  for (const longest of [600, 200, 60]) {
    for (const [index, message] of squeezed.entries()) {
      if (fits(squeezed)) return squeezed;
      squeezed[index] = shortened(message, longest);
    }
  }
  return squeezed;
}

function shortened(message: Message, longest: number): Message {
  if (message.role === 'assistant') {
    const { said: _said, ...rest } = message;
    return { ...rest, text: ends(message.text, longest), calls: message.calls.map((call) => ({ ...call, arguments: shortArguments(call.arguments, longest) })) };
  }
  if (message.role !== 'tool') return message;
  // A picture costs as much as a page of text; the last of it goes before the run has to end.
  if (message.images?.length && longest <= 200) {
    const { images: _images, ...rest } = message;
    return shortened({ ...rest, text: `${message.text}\n[The picture is left out: the model’s window is too small for it.]` }, longest);
  }
  if (message.text.length <= longest * 2) return message;
  const { status, text, error } = parseObject(message.text);
  const kept = { status, text: ends(typeof text === 'string' ? text : '', longest), ...(error === undefined ? {} : { error }), data: { cut: 'too long for the model’s window' } };
  return { ...message, text: JSON.stringify(kept) };
}

function shortArguments(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const values = Object.entries(parseObject(text)).map(([key, value]) => [key, typeof value === 'string' ? ends(value, longest) : JSON.stringify(value)?.length > longest ? '(cut)' : value]);
  return JSON.stringify(Object.fromEntries(values));
}
