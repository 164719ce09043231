import { APIError } from 'openai/core/error';
import { namesModel, wordsOf } from '../error-words';
import { isTooLong } from '../explain-error';
import { FEATURES, type Feature, type Profile } from './profile';

/** What one request carried, as far as a refusal can be about it. */
export interface Sent {
  tools: boolean;
  images: boolean;
  /** A message with calls and no text of its own. */
  bareCalls: boolean;
  reasoning: boolean;
}

/** A switch that a refusal says must be turned. */
export interface Lesson {
  feature: Feature;
  to: boolean;
}

interface Rule extends Lesson {
  words: RegExp;
  /** Whether the request carried what the rule is about. */
  carried(profile: Profile, sent: Sent): boolean;
}

const refused = String.raw`(?:not (?:\w+ )?(?:support|allow|permit|accept|enabled?)\w*|un(?:supported|known|recognized|expected|available)|invalid|unable|no endpoints found|can ?not|can't|does ?n[o']t|is ?n[o']t|extra|forbidden|refus\w*|remove|disable|only|must|不支持|不允许|不能|无效|未知|仅支持|不可用)`;

/** Both orders: what is refused may stand before or after the refusal, in one sentence. */
function about(what: string): RegExp {
  return new RegExp(`(?:${what})[^.]{0,120}${refused}|${refused}[^.]{0,120}(?:${what})`, 'i');
}

/**
 * Words of refusals, most particular first. They come from public reports of OpenAI, Azure, vLLM,
 * llama.cpp, Ollama, LM Studio, DashScope, DeepSeek, Moonshot, Mistral, Groq and SiliconFlow; what
 * a rule turns on its words is tried at once and kept only if the server then answers.
 */
const RULES: readonly Rule[] = [
  { feature: 'stream_options', to: false, words: /stream_options|include_usage/i, carried: (profile) => profile.stream && profile.stream_options },
  { feature: 'parallel_tool_calls', to: false, words: /parallel[_ ]tool[_ ]calls?/i, carried: (profile, sent) => sent.tools && profile.parallel_tool_calls },
  { feature: 'tool_choice', to: false, words: /tool[_ ]choice/i, carried: (profile, sent) => sent.tools && profile.tool_choice },
  { feature: 'max_completion_tokens', to: true, words: /max_completion_tokens/i, carried: (profile) => profile.max_tokens && !profile.max_completion_tokens },
  { feature: 'max_tokens', to: false, words: /max_(?:completion_)?tokens/i, carried: (profile) => profile.max_tokens },
  { feature: 'temperature', to: false, words: /temperature/i, carried: (profile) => profile.temperature },
  {
    feature: 'stream',
    to: true,
    words: /(?:only|must|require\w*|need\w*|please|仅|只)[^.]{0,40}(?:stream|流式)|stream\w*[^.]{0,40}(?:required|only|must be (?:true|enabled))|non-?stream\w*[^.]{0,40}not/i,
    carried: (profile) => !profile.stream,
  },
  { feature: 'stream', to: false, words: about('stream(?:ing|ed)?\\b|流式'), carried: (profile) => profile.stream },
  {
    feature: 'reasoning_required',
    to: true,
    words: /(?:missing|must|need|require|pass(?:ed)? back|缺少)[^.]{0,80}reasoning|reasoning\w*[^.]{0,80}(?:missing|must (?:be|not be empty)|need|require|pass(?:ed)? back)/i,
    carried: (profile) => !profile.reasoning_required,
  },
  { feature: 'reasoning', to: false, words: /reasoning(?:_content)?/i, carried: (profile, sent) => sent.reasoning && profile.reasoning },
  { feature: 'tool_images', to: false, words: about('tool (?:message|role|result)s?[^.]{0,60}(?:image|picture|text)|(?:image|picture)s?[^.]{0,60}tool'), carried: (profile, sent) => sent.images && profile.tool_images },
  { feature: 'images', to: false, words: about('image(?:_url|s)?|picture|vision|multi-?modal|mmproj|图片|图像|视觉'), carried: (profile, sent) => sent.images && profile.images },
  // A model that reads only text may refuse the list form itself, without a word about pictures.
  { feature: 'images', to: false, words: /content[^.]{0,60}(?:must be|should be|expected|invalid)[^.]{0,30}(?:string|text)|unknown variant .?image_url|expected .{0,20}string.{0,40}(?:list|array|sequence)/i, carried: (profile, sent) => sent.images && profile.images },
  { feature: 'user_after_tool', to: false, words: /user[^.]{0,40}(?:after|following)[^.]{0,20}tool|after[^.]{0,20}tool[^.]{0,40}user/i, carried: (profile) => profile.user_after_tool },
  { feature: 'system_role', to: false, words: about('system[_ ](?:role|message|prompt|instruction)s?|(?:role|角色)[^.]{0,20}system'), carried: (profile) => profile.system_role },
  { feature: 'same_role_twice', to: false, words: /alternat|consecutive|same role|roles? must/i, carried: (profile) => profile.same_role_twice },
  {
    feature: 'null_content',
    to: false,
    words: /content[^.]{0,80}(?:null|none|nil|missing|required|empty|blank|must be a string|expected a string|valid string|不能为空)|(?:null|none|empty|missing|blank)[^.]{0,60}content/i,
    carried: (profile, sent) => sent.bareCalls && profile.null_content,
  },
  {
    feature: 'empty_content',
    to: false,
    words: /content[^.]{0,80}(?:empty|blank|non-?empty|required|missing|at least|length|不能为空)|(?:empty|blank|missing)[^.]{0,60}(?:content|text|message)/i,
    carried: (profile, sent) => sent.bareCalls && !profile.null_content && profile.empty_content,
  },
  { feature: 'tools', to: false, words: about('tools?\\b|function[_ ]call\\w*|functions?\\b|工具|函数调用'), carried: (profile, sent) => sent.tools && profile.tools },
];

/** Statuses with which servers refuse what a request carries; 500 and 501 come from gateways that fall over it. */
const REFUSALS = new Set([400, 404, 405, 415, 422, 500, 501]);

/**
 * The switch to turn after a refusal, null when its words name nothing that the request carried
 * or `tried` holds it already.
 */
export function lessonOf(error: unknown, profile: Profile, sent: Sent, tried: ReadonlySet<string>): Lesson | null {
  if (!(error instanceof APIError) || error.status === undefined || !REFUSALS.has(error.status)) return null;
  const words = `${wordsOf(error)} ${error.param ?? ''}`;
  if (isTooLong(error.status, words)) return null;
  if (error.status === 404 && (namesModel(words) || !/support/i.test(words))) return null;
  const rule = RULES.find((one) => one.words.test(words) && one.carried(profile, sent) && !tried.has(keyOf(one)));
  return rule ? { feature: rule.feature, to: rule.to } : null;
}

/** Everything a request can do without, for a refusal that names nothing. Empty when there is nothing to leave out. */
export function plainest(profile: Profile, sent: Sent): Lesson[] {
  const optional: Feature[] = ['stream_options', 'temperature', ...(sent.tools ? (['parallel_tool_calls', 'tool_choice'] as const) : []), ...(sent.bareCalls ? (['null_content'] as const) : []), ...(sent.reasoning ? (['reasoning'] as const) : [])];
  return optional.filter((feature) => profile[feature] && FEATURES[feature]).map((feature) => ({ feature, to: false }));
}

/** What keeps one turn from turning the same switch the same way twice. */
export function keyOf({ feature, to }: Lesson): string {
  return `${feature}=${to}`;
}

/** The profile with these switches turned. */
export function turned(profile: Profile, lessons: readonly Lesson[]): Profile {
  return { ...profile, ...Object.fromEntries(lessons.map(({ feature, to }) => [feature, to])) };
}
