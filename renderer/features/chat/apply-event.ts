import type { RunEvent } from '../../../preload/contract/run-event';
import { oneLine } from '../../lib/format';
import { readTodos } from '../todo/read-todo';
import type { ChatItem, Conversation, ToolItem } from './conversation';
import { elementName } from './element-name';

type Result = Extract<RunEvent, { type: 'tool_result' }>;

function add(conversation: Conversation, make: (key: string) => ChatItem): Conversation {
  const key = `${conversation.key}-${conversation.items.length}`;
  return { ...conversation, items: [...conversation.items, make(key)] };
}

/** Changes the latest item that `pick` accepts; the others keep their identity, so they are not drawn again. */
function change<T extends ChatItem>(
  conversation: Conversation,
  pick: (item: ChatItem) => item is T,
  update: (item: T) => ChatItem,
): Conversation | null {
  const index = conversation.items.findLastIndex(pick);
  const found = conversation.items[index];
  if (!found || !pick(found)) return null;
  return { ...conversation, items: conversation.items.with(index, update(found)) };
}

type Assistant = Extract<ChatItem, { kind: 'assistant' }>;
const streaming = (item: ChatItem): item is Assistant => item.kind === 'assistant' && item.streaming;
const call = (id: string) => (item: ChatItem): item is ToolItem => item.kind === 'tool' && item.id === id;

function refOf(args: unknown): unknown {
  return typeof args === 'object' && args !== null && 'ref' in args ? args.ref : undefined;
}

function numbered({ message }: { message?: number | undefined }): { message?: number } {
  return message === undefined ? {} : { message };
}

function stopStreaming(conversation: Conversation): Conversation {
  return change(conversation, streaming, (item) => ({ ...item, streaming: false })) ?? conversation;
}

function closeQuestions(conversation: Conversation): Conversation {
  if (!conversation.items.some((item) => item.kind === 'question' && item.open)) return conversation;
  const items = conversation.items.map((item) => (item.kind === 'question' && item.open ? { ...item, open: false } : item));
  return { ...conversation, items };
}

/** Pictures weigh; the trace keeps them all, the window the latest. */
const keptPictures = 20;

function dropOldPictures(conversation: Conversation): Conversation {
  const pictured = conversation.items.filter((item) => item.kind === 'tool' && (item.images.length > 0 || item.place !== null));
  const old = new Set(pictured.slice(0, Math.max(0, pictured.length - keptPictures + 1)));
  if (old.size === 0) return conversation;
  return { ...conversation, items: conversation.items.map((item) => (item.kind === 'tool' && old.has(item) ? { ...item, images: [], place: null } : item)) };
}

function finish(conversation: Conversation, event: Result): Conversation {
  const pick = call(event.id);
  const item = conversation.items.findLast(pick);
  if (!item || !pick(item)) return conversation;
  const next = change(event.images?.length ? dropOldPictures(conversation) : conversation, pick, (tool) => ({ ...tool, result: event.result, images: event.images ?? [] })) ?? conversation;
  if (item.tool === 'AskUser') return closeQuestions(next);
  if (item.tool !== 'TodoWrite' || event.result.status === 'error') return next;
  return { ...next, todos: readTodos(event.result.data) ?? readTodos(item.arguments) ?? next.todos };
}

function end(conversation: Conversation, event: Extract<RunEvent, { type: 'run_end' }>, now: number): Conversation {
  const said = conversation.items.findLast((item) => item.kind === 'assistant' || item.kind === 'notice');
  const items = conversation.items.map((item): ChatItem => (item.kind === 'tool' && !item.result ? { ...item, abandoned: true } : item));
  const closed = closeQuestions(stopStreaming({ ...conversation, items, endedAt: now }));
  const text = said?.text.trim() === event.text.trim() ? '' : event.text;
  return add(closed, (key) => ({ kind: 'end', key, status: event.status, text, elapsed: event.elapsed_ms ?? now - (conversation.startedAt ?? now) }));
}

/** An answer that was dropped is followed by another, not continued by it; half of one that is asked for again is no answer. */
function beforeNotice(conversation: Conversation, code: string): Conversation {
  if (code === 'ANSWER_NOT_USED') return stopStreaming(conversation);
  if (code !== 'MODEL_RETRY' && code !== 'MODEL_FEATURE') return conversation;
  return conversation.items.some(streaming) ? { ...conversation, items: conversation.items.filter((item) => !streaming(item)) } : conversation;
}

/** The conversation after one event of its run. `now` is wall-clock milliseconds. */
export function applyEvent(conversation: Conversation, event: RunEvent, now: number): Conversation {
  switch (event.type) {
    case 'run_start':
      return { ...conversation, session: event.session, workspace: event.workspace, startedAt: now, endedAt: null, todos: [] };
    case 'user':
      return add({ ...conversation, title: conversation.title || oneLine(event.text, 60) }, (key) => ({ kind: 'user', key, text: event.text, ...numbered(event) }));
    case 'delta':
      return (
        change(conversation, streaming, (item) => ({ ...item, text: item.text + event.text })) ??
        add(conversation, (key) => ({ kind: 'assistant', key, text: event.text, streaming: true }))
      );
    case 'assistant': {
      const whole = change(conversation, streaming, (item) => ({ ...item, text: event.text || item.text, streaming: false, ...numbered(event) }));
      if (whole) return whole;
      return event.text.trim() === '' ? conversation : add(conversation, (key) => ({ kind: 'assistant', key, text: event.text, streaming: false, ...numbered(event) }));
    }
    case 'tool_call':
      return add(stopStreaming(conversation), (key) => ({
        kind: 'tool',
        key,
        id: event.id,
        tool: event.tool,
        arguments: event.arguments,
        target: elementName(conversation.items, refOf(event.arguments)),
        approval: null,
        result: null,
        images: [],
        place: null,
        abandoned: false,
      }));
    case 'approval': {
      const { level, decision, by, reasons } = event;
      return change(conversation, call(event.id), (item) => ({ ...item, approval: { level, decision, by, reasons } })) ?? conversation;
    }
    case 'target': {
      const { image, width, height, spot } = event;
      return change(dropOldPictures(conversation), call(event.id), (item) => ({ ...item, place: { image, width, height, spot } })) ?? conversation;
    }
    case 'tool_result':
      return finish(conversation, event);
    case 'usage': {
      const { input, output, estimated, cost } = conversation.usage;
      return {
        ...conversation,
        usage: { input: input + event.input_tokens, output: output + event.output_tokens, estimated: estimated || event.estimated, cost: event.cost_usd === undefined ? cost : (cost ?? 0) + event.cost_usd },
      };
    }
    case 'question':
      return add(conversation, (key) => ({
        kind: 'question',
        key,
        id: event.id,
        question: event.question,
        options: event.options,
        answer: null,
        open: true,
      }));
    case 'notice':
      return add(beforeNotice(conversation, event.code), (key) => ({ kind: 'notice', key, code: event.code, text: event.text, until: event.wait_ms ? now + event.wait_ms : null }));
    case 'constraints':
      return { ...conversation, constraints: event.constraints };
    case 'report': {
      const { type: _type, ...report } = event;
      return add(stopStreaming(conversation), (key) => ({ kind: 'report', key, report, workspace: conversation.workspace }));
    }
    case 'run_end':
      return end(conversation, event, now);
  }
}
