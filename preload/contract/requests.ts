import { z } from 'zod';
import { approvalAnswerSchema } from './approval';
import { answerQuestionSchema, startRunSchema } from './bridge';
import { listChangesSchema, showChangeSchema, undoChangesSchema } from './changes';
import type { channels } from './channels';
import { saveConstraintsSchema } from './constraints';
import { settingsPatchSchema } from './settings';
import { forgetLearnedSchema } from './model-servers';
import { renameRoutineSchema, routineNameSchema, runRoutineSchema, saveRoutineSchema } from './routines';
import { acceptLessonSchema, adviseSkillSchema, enableSkillSchema, importSkillsSchema, revertLessonSchema, skillFolderSchema, skillNameSchema, trustSkillSchema, trySkillSchema } from './skills';
import { exportSessionSchema, forkSessionSchema, renameSessionSchema, searchSessionsSchema, sessionIdSchema } from './sessions';

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
  getPresets: z.undefined(),
  findLocalServers: z.undefined(),
  listModels: settingsPatchSchema,
  getLearned: z.undefined(),
  forgetLearned: forgetLearnedSchema,
  listSessions: z.undefined(),
  searchSessions: searchSessionsSchema,
  readSession: sessionIdSchema,
  renameSession: renameSessionSchema,
  deleteSession: sessionIdSchema,
  restoreSession: sessionIdSchema,
  forkSession: forkSessionSchema,
  exportSession: exportSessionSchema,
  getRequests: sessionIdSchema,
  listRoutines: z.undefined(),
  draftRoutine: sessionIdSchema,
  saveRoutine: saveRoutineSchema,
  renameRoutine: renameRoutineSchema,
  deleteRoutine: routineNameSchema,
  restoreRoutine: routineNameSchema,
  runRoutine: runRoutineSchema,
  getSkills: z.undefined(),
  reviewSkill: skillNameSchema,
  trustSkill: trustSkillSchema,
  distrustSkill: skillNameSchema,
  enableSkill: enableSkillSchema,
  importSkills: importSkillsSchema,
  removeSkill: skillFolderSchema,
  restoreSkill: skillFolderSchema,
  openSkillFolder: skillNameSchema.nullable(),
  trySkill: trySkillSchema,
  adviseSkill: adviseSkillSchema,
  acceptLesson: acceptLessonSchema,
  revertLesson: revertLessonSchema,
  openTrace: sessionIdSchema,
  listChanges: listChangesSchema,
  showChange: showChangeSchema,
  undoChanges: undoChangesSchema,
  getConstraints: z.string().max(80),
  saveConstraints: saveConstraintsSchema,
  getApproval: z.undefined(),
  answerApproval: approvalAnswerSchema,
} as const satisfies Record<keyof typeof channels, z.ZodType>;
