import { z } from 'zod';
import { approvalAnswerSchema } from './approval';
import { answerQuestionSchema, startRunSchema } from './bridge';
import type { channels } from './channels';
import { settingsPatchSchema } from './settings';

/** The schema each request's payload must pass in the main process before anything happens. */
export const requestSchemas = {
  getState: z.undefined(),
  startRun: startRunSchema,
  stopRun: z.undefined(),
  pauseRun: z.boolean(),
  answerQuestion: answerQuestionSchema,
  saveSettings: settingsPatchSchema,
  testSettings: settingsPatchSchema,
  chooseWorkspace: z.undefined(),
  openTrace: z.undefined(),
  getApproval: z.undefined(),
  answerApproval: approvalAnswerSchema,
} as const satisfies Record<keyof typeof channels, z.ZodType>;
