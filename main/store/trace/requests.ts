import { recordsOf } from './lines';

/** A request as it left this machine, its secrets already placeholders. `messages` are the model layer's. */
export interface SentRequest {
  model: string;
  /** Host that it went to. */
  to: string;
  messages: readonly object[];
  tools: readonly string[];
}

/** A request in `requests.jsonl`: messages of the one before are named by their places (first to last), new ones are whole. */
export interface RequestRecord {
  at: string;
  /** From 1, over the whole session. */
  number: number;
  model: string;
  to: string;
  tools: readonly string[];
  parts: Part[];
}
type Part = { same: [first: number, last: number] } | { message: object };

/** What the trace says of a request in one line. */
export interface RequestSummary {
  type: 'request';
  number: number;
  model: string;
  to: string;
  messages: number;
  /** Messages that the request before did not have. */
  new: number;
  characters: number;
  pictures: number;
  /** Placeholders that stood for something in it. */
  hidden: string[];
}

const PLACEHOLDER = /\[\[(?:SECRET|PRIVATE)_\d+\]\]/g;

/** Makes the record of each request against the one before it. */
export class RequestLog {
  private before = new Map<string, number>();
  private readonly texts = new WeakMap<object, { json: string; hidden: string[]; pictures: number }>();

  /** `number`: of the last request that is recorded already. */
  constructor(private number: number) {}

  next(request: SentRequest, at: string): { record: RequestRecord; summary: RequestSummary } {
    const number = ++this.number;
    const parts: Part[] = [];
    const now = new Map<string, number>();
    const hidden = new Set<string>();
    let characters = 0;
    let pictures = 0;
    let fresh = 0;
    for (const [place, message] of request.messages.entries()) {
      const text = this.textOf(message);
      characters += text.json.length;
      pictures += text.pictures;
      for (const placeholder of text.hidden) hidden.add(placeholder);
      now.set(text.json, place);
      const known = this.before.get(text.json);
      const last = parts.at(-1);
      if (known === undefined) {
        fresh++;
        parts.push({ message: JSON.parse(text.json) as object });
      } else if (last && 'same' in last && last.same[1] === known - 1) last.same[1] = known;
      else parts.push({ same: [known, known] });
    }
    this.before = now;
    const { model, to, tools } = request;
    return {
      record: { at, number, model, to, tools, parts },
      summary: { type: 'request', number, model, to, messages: request.messages.length, new: fresh, characters, pictures, hidden: [...hidden] },
    };
  }

  private textOf(message: object): { json: string; hidden: string[]; pictures: number } {
    const known = this.texts.get(message);
    if (known) return known;
    const images = 'images' in message && Array.isArray(message.images) ? message.images.length : 0;
    const json = JSON.stringify(images > 0 ? { ...message, images: `${images} sent` } : message);
    const made = { json, hidden: [...new Set(json.match(PLACEHOLDER) ?? [])], pictures: images };
    this.texts.set(message, made);
    return made;
  }
}

/** The requests of a session as a whole again, in order; one whose predecessor can't be read has a gap said in its place. */
export function readRequests(file: string): (Omit<RequestRecord, 'parts'> & { messages: object[] })[] {
  let before: object[] = [];
  return recordsOf<RequestRecord>(file).map(({ parts, ...record }) => {
    const messages = parts.flatMap((part) => ('message' in part ? [part.message] : range(part.same).map((place) => before[place] ?? { role: 'system', text: '[not readable]' })));
    before = messages;
    return { ...record, messages };
  });
}

function range([first, last]: [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
}
