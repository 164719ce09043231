/** Sentences about how a run goes and ends. */
export const runSentences = {
  en: {
    'run.stopped': 'Stopped. Nothing more was done.',
    'run.limit': 'Stopped after {steps} steps, the limit in Settings. The steps above show what is done; the task may not be finished.',
    'run.limit_tokens': 'Stopped: the limit of {allowed} tokens in Settings is used up. The steps above show what is done; the task may not be finished.',
    'run.limit_cost': 'Stopped: the limit of US$ {allowed} in Settings is used up. The steps above show what is done; the task may not be finished.',
    'run.limit_minutes': 'Stopped: the limit of {allowed} minutes in Settings is used up. The steps above show what is done; the task may not be finished.',
    'run.near_limit': 'A limit of this run is near. The model was asked to finish and to report what is done and what is not.',
    'run.no_answer': 'The model gave no usable answer twice: {problem} Nothing of it was executed.',
    'run.raw_answer': 'This is what it answered:',
    'run.answer_not_used': 'The model’s answer was not used, it is asked again: {problem}',
    'run.internal_error': 'Something went wrong inside Deskwright: {message}',
  },
  zh: {
    'run.stopped': '已停止，没有再做任何操作。',
    'run.limit': '已达到设置中的 {steps} 步上限，因此停止。上面的步骤是已完成的部分，任务可能还没有做完。',
    'run.limit_tokens': '已达到设置中的 {allowed} 个令牌上限，因此停止。上面的步骤是已完成的部分，任务可能还没有做完。',
    'run.limit_cost': '已达到设置中的 {allowed} 美元上限，因此停止。上面的步骤是已完成的部分，任务可能还没有做完。',
    'run.limit_minutes': '已达到设置中的 {allowed} 分钟上限，因此停止。上面的步骤是已完成的部分，任务可能还没有做完。',
    'run.near_limit': '本次运行即将达到上限，已要求模型收尾，并报告已完成和未完成的部分。',
    'run.no_answer': '模型两次都没有给出可用的回答：{problem} 其中没有任何内容被执行。',
    'run.raw_answer': '它的回答原文：',
    'run.answer_not_used': '模型的回答没有被采用，正在重新询问：{problem}',
    'run.internal_error': 'Deskwright 内部出错：{message}',
  },
} as const;
