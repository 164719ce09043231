/** Sentences about what the agent does with its own memory and with being stuck. */
export const agentSentences = {
  en: {
    'context.compacted': 'The conversation was getting long for the model, so its earlier part ({count} messages) now stands as a summary. Your first request and your standing rules are sent word for word as before.',
    'context.compaction_failed': 'The earlier part of the conversation could not be summarised ({reason}). Nothing was lost; all of it is still sent.',
    'context.too_small': 'The model’s window of {window} tokens is too small for this task: the request needs about {needed}. Choose a model with a larger context window, or begin a new session.',
    'context.window_learned': 'The server takes no more than about {window} tokens, so the conversation is made shorter and sent again.',
    'reason.standing.refused': 'You said: “{detail}” This stands until you change it in the list of rules, or allow it in a message.',
    'reason.standing.asks': 'You said: “{detail}”',
    'constraint.added': 'Noted as a standing rule: “{text}”',
    'constraint.lifted': 'Your words lift this rule in part: “{text}”',
  },
  zh: {
    'context.compacted': '对话对模型来说已经较长，因此较早的部分（{count} 条消息）改用摘要代替。你的第一个请求和长期规则仍会逐字发送。',
    'context.compaction_failed': '无法为较早的对话生成摘要（{reason}）。没有丢失任何内容，全部对话仍会发送。',
    'context.too_small': '模型的上下文只有 {window} 个词元，不足以完成此任务：请求大约需要 {needed} 个。请选择上下文更长的模型，或新建一个会话。',
    'context.window_learned': '服务器最多接受约 {window} 个词元，因此缩短对话后重新发送。',
    'reason.standing.refused': '你说过：“{detail}”在你于规则列表中修改它、或在消息中明确允许之前，这条规则一直有效。',
    'reason.standing.asks': '你说过：“{detail}”',
    'constraint.added': '已记为长期规则：“{text}”',
    'constraint.lifted': '你的话放宽了这条规则：“{text}”',
  },
} as const;
