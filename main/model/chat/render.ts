import type OpenAI from 'openai';
import type { RawCall } from '../../tools/call';
import type { Picture } from '../../tools/tool';
import type { Message, ToolSpec } from '../model';
import type { Profile } from '../profile/profile';
import { wholeHistory } from '../whole-history';

type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Part = OpenAI.Chat.Completions.ChatCompletionContentPart;

const NO_PICTURE = '[A picture was here. This model takes no pictures.]';

/**
 * The conversation in the Chat Completions form that a server with this profile takes. Pictures
 * of tool results follow in a user message after all answers of the turn, since most servers
 * refuse them inside a tool message and strict ones want the answers together.
 */
export function renderMessages(messages: readonly Message[], profile: Profile): ChatMessage[] {
  const all: ChatMessage[] = [];
  const render = renderer(profile);
  let pictures: Picture[] = [];
  const flush = (): void => {
    if (pictures.length) all.push({ role: 'user', content: [text('Pictures of the results above:'), ...pictures.map(imagePart)] });
    pictures = [];
  };
  for (const message of systemFirst(wholeHistory(messages))) {
    if (message.role !== 'tool') flush();
    all.push(render(message));
    if (message.role === 'tool' && profile.images && !profile.tool_images) pictures.push(...(message.images ?? []));
  }
  flush();
  return inOrder(all, profile);
}

const renderedTools = new WeakMap<readonly ToolSpec[], OpenAI.Chat.Completions.ChatCompletionTool[]>();

/** The same list becomes the same list again, see `rendered`. */
export function renderTools(tools: readonly ToolSpec[]): OpenAI.Chat.Completions.ChatCompletionTool[] {
  const known = renderedTools.get(tools);
  if (known) return known;
  const made = tools.map(({ name, description, parameters }): OpenAI.Chat.Completions.ChatCompletionTool => ({ type: 'function', function: { name, description, parameters } }));
  renderedTools.set(tools, made);
  return made;
}

/** One system message at the head, whatever parts it was made of; a later one is a user message: strict servers want it so. */
function systemFirst(messages: readonly Message[]): Message[] {
  const start = messages.findIndex((message) => message.role !== 'system');
  const head = start === -1 ? messages : messages.slice(0, start);
  const rest = start === -1 ? [] : messages.slice(start);
  return [...oneOf(head), ...rest.map((message): Message => (message.role === 'system' ? { role: 'user', text: message.text } : message))];
}

/** Of the first message of each head, all of it and what it became. */
const joinedHeads = new WeakMap<Message, { head: readonly Message[]; joined: Message }>();

/** The same parts become the same message again, see `rendered`. */
function oneOf(head: readonly Message[]): Message[] {
  const [first] = head;
  if (!first) return [];
  const known = joinedHeads.get(first);
  if (known?.head.length === head.length && known.head.every((message, index) => message === head[index])) return [known.joined];
  const joined: Message = { role: 'system', text: head.map((message) => message.text).join('\n\n') };
  joinedHeads.set(first, { head, joined });
  return [joined];
}

/** What was rendered stays the same object as long as message and profile do: it is written to bytes once. */
const rendered = new WeakMap<Message, { profile: string; message: ChatMessage }>();

function renderer(profile: Profile): (message: Message) => ChatMessage {
  const features = JSON.stringify(profile);
  return (message) => {
    const known = rendered.get(message);
    if (known?.profile === features) return known.message;
    const made = renderMessage(message, profile);
    // Old pictures are let go of: nothing here may hold them.
    if (!('images' in message)) rendered.set(message, { profile: features, message: made });
    return made;
  };
}

function renderMessage(message: Message, profile: Profile): ChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: withPictures(message.text, message.images, profile) };
    case 'tool': {
      const content = withPictures(message.text, profile.tool_images ? message.images : undefined, profile);
      // The package's types allow only text here; servers that take pictures take the same parts as in a user message.
      return { role: 'tool', tool_call_id: message.callId, content: content as string };
    }
    case 'assistant': {
      const reasoning = profile.reasoning || profile.reasoning_required ? (message.reasoning ?? (profile.reasoning_required && message.calls.length ? ' ' : undefined)) : undefined;
      return {
        role: 'assistant',
        content: message.text || (message.calls.length ? besideCalls(profile) : '(nothing)'),
        ...(message.calls.length ? { tool_calls: message.calls.map(renderCall) } : {}),
        ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      };
    }
  }
}

function withPictures(words: string, images: readonly Picture[] | undefined, profile: Profile): string | Part[] {
  if (!images?.length) return words || '(nothing)';
  if (!profile.images) return words ? `${words}\n${NO_PICTURE}` : NO_PICTURE;
  return [...(words ? [text(words)] : []), ...images.map(imagePart)];
}

function besideCalls(profile: Profile): string | null {
  if (profile.null_content) return null;
  return profile.empty_content ? '' : '(calls)';
}

/** The order of roles that some servers' templates insist on. */
function inOrder(messages: ChatMessage[], profile: Profile): ChatMessage[] {
  let ordered = messages;
  if (!profile.system_role && ordered[0]?.role === 'system') {
    const [system, first, ...rest] = ordered;
    const words = typeof system.content === 'string' ? system.content : '';
    ordered = first?.role === 'user' ? [{ ...first, content: joined(words, first.content) }, ...rest] : [{ role: 'user', content: words }, ...ordered.slice(1)];
  }
  if (!profile.user_after_tool) {
    ordered = ordered.flatMap((message, index): ChatMessage[] => (message.role === 'user' && ordered[index - 1]?.role === 'tool' ? [{ role: 'assistant', content: 'Understood.' }, message] : [message]));
  }
  return profile.same_role_twice ? ordered : ordered.reduce<ChatMessage[]>(joinNeighbours, []);
}

function joinNeighbours(done: ChatMessage[], message: ChatMessage): ChatMessage[] {
  const last = done.at(-1);
  if (last?.role === 'user' && message.role === 'user') return [...done.slice(0, -1), { ...message, content: joined(last.content, message.content) }];
  if (last?.role === 'assistant' && message.role === 'assistant' && !last.tool_calls) {
    return [...done.slice(0, -1), { ...message, content: [last.content, message.content].filter(Boolean).join('\n\n') }];
  }
  return [...done, message];
}

function joined(first: string | Part[], second: string | Part[]): string | Part[] {
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`;
  return [...partsOf(first), ...partsOf(second)];
}

const partsOf = (content: string | Part[]): Part[] => (typeof content === 'string' ? [text(content)] : content);

function renderCall(call: RawCall): OpenAI.Chat.Completions.ChatCompletionMessageToolCall {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: asObject(call.arguments) } };
}

/** Strict servers refuse a history whose arguments are no JSON object; what the model wrote stays readable for it. */
function asObject(words: string): string {
  try {
    const value: unknown = JSON.parse(words);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return words;
  } catch {
    // Said below, as what it was.
  }
  return JSON.stringify({ unreadable: words });
}

function text(words: string): OpenAI.Chat.Completions.ChatCompletionContentPartText {
  return { type: 'text', text: words };
}

const addresses = new WeakMap<Picture, string>();

function imagePart(picture: Picture): OpenAI.Chat.Completions.ChatCompletionContentPartImage {
  const url = addresses.get(picture) ?? `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  addresses.set(picture, url);
  return { type: 'image_url', image_url: { url } };
}
