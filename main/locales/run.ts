/** Sentences about how a run goes and ends. */
export const runSentences = {
  en: {
    'run.stopped': 'Stopped. Nothing more was done.',
    'run.limit': 'Stopped after {steps} steps, the limit in Settings. The steps above show what is done; the task may not be finished.',
    'run.no_answer': 'The model gave no usable answer twice: {problem} Nothing of it was executed.',
    'run.raw_answer': 'This is what it answered:',
    'run.answer_not_used': 'The model’s answer was not used, it is asked again: {problem}',
    'run.internal_error': 'Something went wrong inside Deskwright: {message}',
  },
  zh: {
    'run.stopped': '已停止，没有再做任何操作。',
    'run.limit': '已达到设置中的 {steps} 步上限，因此停止。上面的步骤是已完成的部分，任务可能还没有做完。',
    'run.no_answer': '模型两次都没有给出可用的回答：{problem} 其中没有任何内容被执行。',
    'run.raw_answer': '它的回答原文：',
    'run.answer_not_used': '模型的回答没有被采用，正在重新询问：{problem}',
    'run.internal_error': 'Deskwright 内部出错：{message}',
  },
} as const;
