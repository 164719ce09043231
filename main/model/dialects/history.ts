import type { Message } from '../model';
import type { RawCall } from '../../tools/call';

type Results = Extract<Message, { role: 'tool' }>[];

export interface HistoryWords {
  dialect: string;
  /** The assistant's earlier turn in this grammar, where its own words are not kept. */
  write(text: string, calls: readonly RawCall[]): string;
  /** What the calls of one turn brought, as the next user message. */
  results(results: Results): string;
}

/**
 * The conversation for a model without native calls: only system, user and assistant, text and
 * pictures. A model's own words are given back as they were; results and the newest picture follow
 * as the user's message.
 */
export function renderHistory(messages: readonly Message[], words: HistoryWords): Message[] {
  const rendered: Message[] = [];
  let results: Results = [];
  const flush = (): void => {
    const images = results.flatMap((result) => result.images ?? []).slice(-1);
    const text = words.results(results);
    if (results.length) addUser(rendered, { role: 'user', text, ...(images.length ? { images } : {}) });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      results.push(message);
      continue;
    }
    flush();
    if (message.role === 'user') addUser(rendered, message);
    else if (message.role === 'system') rendered.push(message);
    else addAssistant(rendered, message, words);
  }
  flush();
  return rendered;
}

/** Two user messages in a row are one: these models expect turns to alternate. */
function addUser(rendered: Message[], message: Extract<Message, { role: 'user' }>): void {
  const last = rendered.at(-1);
  if (last?.role !== 'user') {
    rendered.push(message);
    return;
  }
  const images = [...(last.images ?? []), ...(message.images ?? [])];
  rendered[rendered.length - 1] = { role: 'user', text: [last.text, message.text].filter((text) => text !== '').join('\n\n'), ...(images.length ? { images } : {}) };
}

function addAssistant(rendered: Message[], message: Extract<Message, { role: 'assistant' }>, words: HistoryWords): void {
  const own = message.said?.dialect === words.dialect ? message.said.text : null;
  const text = own ?? words.write(message.text, message.calls);
  // A look that was taken for the model is nothing it said.
  if (text !== '') rendered.push({ role: 'assistant', text, calls: [], ...(own !== null && message.reasoning ? { reasoning: message.reasoning } : {}) });
}

/**
 * A result as one line in which no label can begin a line and no tag is open: what files and
 * screens say can't look like a call, neither to the model nor to a reader of its echo.
 */
export function harmless(text: string): string {
  return text.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, '\\n').replace(/</g, '\\u003c');
}

/** The few words of a desktop result that a model by pictures needs; what a look brings is the picture. */
export function briefly(results: Results): string {
  return results
    .filter((result) => result.name !== 'Observe' || !result.images?.length)
    .map((result) => {
      const note = result.name === 'Observe' ? noteOf(result.text) : '';
      return note || `${result.name}: ${harmless(wordsOf(result.text))}`;
    })
    .join('\n');
}

/** What stands behind an envelope, which is one line: that the picture is an earlier one's, or no longer shown. */
export function noteOf(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? '' : harmless(text.slice(end + 1).trim());
}

function wordsOf(envelope: string): string {
  try {
    const { status, text, error } = JSON.parse(envelope.split('\n', 1)[0] ?? '') as { status?: string; text?: string; error?: { code: string; message: string; hint: string } };
    if (error) return `${error.code}: ${error.message} ${error.hint}`;
    return text === undefined ? envelope : `${status ?? ''}: ${text}`;
  } catch {
    return envelope;
  }
}
