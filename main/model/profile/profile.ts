/**
 * What a server and its model take, each a switch. A switch is turned when the server refuses
 * something; nothing else in the client knows one server from another.
 */
export const FEATURES = {
  /** The request's `tools` field. Off: a dialect that writes calls as text. */
  tools: true,
  /** Streamed answers. */
  stream: true,
  /** `stream_options`, which asks for the token count of a streamed answer. */
  stream_options: true,
  /** `parallel_tool_calls`; some servers allow several calls a turn only when asked (DashScope). */
  parallel_tool_calls: true,
  /** `tool_choice: "auto"`, said aloud. */
  tool_choice: true,
  /** `temperature`: 0. Thinking models often take only their own. */
  temperature: true,
  /** Pictures at all. */
  images: true,
  /** Pictures inside a `tool` message; off: they follow in a `user` message, which most servers take. */
  tool_images: false,
  /** `content: null` beside calls; off: an empty text. */
  null_content: true,
  /** `content: ""` beside calls; off: a word. */
  empty_content: true,
  /** The model's thoughts go back to it where it gave some. */
  reasoning: true,
  /** A message with calls must carry thoughts, also where the model gave none. */
  reasoning_required: false,
  /** The `system` role; off: its text begins the first `user` message. */
  system_role: true,
  /** Two messages of one role in a row; off: they are joined. */
  same_role_twice: true,
  /** A `user` message right after a `tool` message; off: a word of the assistant's in between. */
  user_after_tool: true,
  /** A limit of the answer's length is sent; on where the server's own cuts answers short. */
  max_tokens: false,
  /** That limit is named `max_completion_tokens`. */
  max_completion_tokens: false,
  /** The other address: with `/v1` where the person gave none, without where it was there. */
  other_base: false,
} as const satisfies Record<string, boolean>;

export type Feature = keyof typeof FEATURES;

/** Which features are on; how a server deviates from the defaults is learned (learn.ts) and kept (main/store/model-notes.ts). */
export type Profile = Readonly<Record<Feature, boolean>>;

export const defaultProfile: Profile = FEATURES;
