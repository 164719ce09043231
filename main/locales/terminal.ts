/** Sentences of the command line. */
export const terminalSentences = {
  en: {
    'terminal.choices': 'Allow once? [y]es, [n]o:',
    'terminal.choices_session': 'Allow? [y]es once, for this [s]ession, [n]o:',
    'terminal.session_scope': '“For this session” covers: {scope}',
    'terminal.deny_message': 'Message for the assistant (may be empty):',
    'terminal.no_desktop': 'The desktop can’t be used: {reason} The task goes on without it.',
    'terminal.lines_skipped': '{count} lines of the session {session} can’t be read and were skipped.',
  },
  zh: {
    'terminal.choices': '允许一次？[y] 是，[n] 否：',
    'terminal.choices_session': '允许吗？[y] 仅一次，[s] 本次会话，[n] 否：',
    'terminal.session_scope': '“本次会话”包括：{scope}',
    'terminal.deny_message': '给助手的话（可以留空）：',
    'terminal.no_desktop': '无法使用桌面：{reason} 任务将在没有桌面的情况下继续。',
    'terminal.lines_skipped': '会话 {session} 中有 {count} 行无法读取，已跳过。',
  },
} as const;
