import { APIError } from 'openai/core/error';
import { describe, expect, it } from 'vitest';
import { keyOf, lessonOf, plainest, turned, type Sent } from './learn';
import { defaultProfile, type Profile } from './profile';

const everything: Sent = { tools: true, images: true, bareCalls: true, reasoning: true };
const refused = (message: string, status = 400) => APIError.generate(status, { error: { message } }, undefined, new Headers());
const learnt = (message: string, status?: number, profile: Profile = defaultProfile, tried: string[] = []): string | null => {
  const lesson = lessonOf(refused(message, status), profile, everything, new Set(tried));
  return lesson && keyOf(lesson);
};

describe('a refusal', () => {
  it.each([
    ['Unrecognized request argument supplied: stream_options', 400, 'stream_options=false'],
    ['Extra inputs are not permitted: body.stream_options', 422, 'stream_options=false'],
    ["Unknown name \"parallel_tool_calls\": Cannot find field.", 400, 'parallel_tool_calls=false'],
    ['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 400, 'tool_choice=false'],
    ["Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.", 400, 'temperature=false'],
    ['invalid temperature: only 1 is allowed for this model', 400, 'temperature=false'],
    ['This model does not support image input.', 400, 'images=false'],
    ['No endpoints found that support image input', 404, 'images=false'],
    ['Failed to deserialize the JSON body into the target type: messages[2]: unknown variant `image_url`, expected `text` at line 1', 422, 'images=false'],
    ['image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', 500, 'images=false'],
    ['当前模型不支持图片输入', 400, 'images=false'],
    ['Input should be a valid string: messages.3.content must be a string', 422, 'images=false'],
    ['registry.ollama.ai/library/gemma3:latest does not support tools', 400, 'tools=false'],
    ['No endpoints found that support tool use. Try disabling "Bash".', 404, 'tools=false'],
    ['Function call is not supported for this model.', 400, 'tools=false'],
    ['cannot use tools with stream', 500, 'stream=false'],
    ['System role not supported', 500, 'system_role=false'],
    ['Conversation roles must alternate user/assistant/user/assistant/...', 500, 'same_role_twice=false'],
    ["Unexpected role 'user' after role 'tool'", 400, 'user_after_tool=false'],
    ['The `reasoning_content` in the thinking mode must be passed back to the API.', 400, 'reasoning_required=true'],
    ['thinking is enabled but reasoning_content is missing in assistant tool call message at index 3', 400, 'reasoning_required=true'],
    ["Additional properties are not allowed ('reasoning_content' was unexpected) - 'messages.1'", 400, 'reasoning=false'],
  ])('%s (%i) turns %s', (message, status, lesson) => {
    expect(learnt(message, status)).toBe(lesson);
  });

  it.each([
    ["Invalid value for 'content': expected a string, got null.", 'null_content=false'],
    ['messages[2].content: none is not an allowed value', 'null_content=false'],
    ['assistant message content cannot be empty', 'null_content=false'],
  ])('of a text that is missing, where there are no pictures: %s', (message, lesson) => {
    const found = lessonOf(refused(message), defaultProfile, { ...everything, images: false }, new Set());
    expect(found && keyOf(found)).toBe(lesson);
  });

  it('of the empty text comes after that of none', () => {
    const profile = turned(defaultProfile, [{ feature: 'null_content', to: false }]);
    const found = lessonOf(refused('message content must not be empty'), profile, { ...everything, images: false }, new Set(['null_content=false']));
    expect(found && keyOf(found)).toBe('empty_content=false');
  });

  it('of an unstreamed request turns the stream on again', () => {
    const profile = turned(defaultProfile, [{ feature: 'stream', to: false }]);
    expect(learnt('This model only support stream mode, please enable the stream parameter to access the model.', 400, profile)).toBe('stream=true');
    expect(learnt('parameter.enable_thinking must be set to false for non-streaming calls', 400, profile)).toBe('stream=true');
  });

  it('of the length’s name turns the name', () => {
    const profile = turned(defaultProfile, [{ feature: 'max_tokens', to: true }]);
    expect(learnt("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 400, profile)).toBe('max_completion_tokens=true');
  });

  it.each([
    ['Incorrect API key provided.', 401],
    ['The model `gpt-9` does not exist or you do not have access to it.', 404],
    ["This model's maximum context length is 8192 tokens. You requested 9000 (8000 in the messages, 1000 in the tools). Please reduce the length.", 400],
    ['404 page not found', 404],
    ['The engine is overloaded.', 503],
    ['Rate limit reached for images.', 429],
  ])('of another kind teaches nothing: %s (%i)', (message, status) => {
    expect(learnt(message, status)).toBeNull();
  });

  it('teaches nothing about what was not sent, and nothing twice', () => {
    const nothing: Sent = { tools: false, images: false, bareCalls: false, reasoning: false };
    expect(lessonOf(refused('This model does not support image input.'), defaultProfile, nothing, new Set())).toBeNull();
    expect(learnt('does not support tools', 400, defaultProfile, ['tools=false'])).toBeNull();
  });

  it('that names nothing leaves everything optional out, once', () => {
    const lessons = plainest(defaultProfile, { ...everything, reasoning: false, bareCalls: false });
    expect(lessons.map(({ feature }) => feature)).toEqual(['stream_options', 'temperature', 'parallel_tool_calls', 'tool_choice']);
    expect(plainest(turned(defaultProfile, lessons), { ...everything, reasoning: false, bareCalls: false })).toEqual([]);
  });
});
