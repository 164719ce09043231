import type OpenAI from 'openai';
import type { Picture } from '../tools/tool';
import type { Message, ToolSpec } from './model';

type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;

/**
 * The conversation in the Chat Completions form. Pictures of tool results follow as a user
 * message, since most servers refuse them inside a tool message; they come after all answers of
 * the turn, since strict servers want those together.
 */
export function renderMessages(messages: readonly Message[]): ChatMessage[] {
  const rendered: ChatMessage[] = [];
  let pictures: Picture[] = [];
  const flush = (): void => {
    if (pictures.length) rendered.push({ role: 'user', content: [{ type: 'text', text: 'Pictures of the results above:' }, ...pictures.map(imagePart)] });
    pictures = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    rendered.push(renderMessage(message));
    if (message.role === 'tool') pictures.push(...(message.images ?? []));
  }
  flush();
  return rendered;
}

export function renderTools(tools: readonly ToolSpec[]): OpenAI.Chat.Completions.ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
}

function renderMessage(message: Message): ChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return message.images?.length
        ? { role: 'user', content: [{ type: 'text', text: message.text }, ...message.images.map(imagePart)] }
        : { role: 'user', content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text || (message.calls.length ? null : ''),
        ...(message.calls.length ? { tool_calls: message.calls.map(renderCall) } : {}),
        ...(message.reasoning ? { reasoning_content: message.reasoning } : {}),
      };
  }
}

function renderCall(call: { id: string; name: string; arguments: string }): OpenAI.Chat.Completions.ChatCompletionMessageToolCall {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: asJson(call.arguments) } };
}

/** Strict servers refuse a history whose arguments are no JSON; what the model wrote stays readable for it. */
function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ unreadable: text });
  }
}

function imagePart(picture: Picture): OpenAI.Chat.Completions.ChatCompletionContentPartImage {
  return { type: 'image_url', image_url: { url: `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}` } };
}
