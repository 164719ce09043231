/** Channels of the requests a window can make, by the bridge's method. No schemas here: the preload bundles this. */
export const channels = {
  getState: 'app:state',
  startRun: 'run:start',
  stopRun: 'run:stop',
  pauseRun: 'run:pause',
  answerQuestion: 'run:answer',
  saveSettings: 'settings:save',
  testSettings: 'settings:test',
  chooseWorkspace: 'settings:choose-workspace',
  getPresets: 'models:presets',
  findLocalServers: 'models:local',
  listModels: 'models:list',
  getLearned: 'models:learned',
  forgetLearned: 'models:forget',
  listSessions: 'sessions:list',
  searchSessions: 'sessions:search',
  readSession: 'sessions:read',
  renameSession: 'sessions:rename',
  deleteSession: 'sessions:delete',
  restoreSession: 'sessions:restore',
  forkSession: 'sessions:fork',
  exportSession: 'sessions:export',
  getRequests: 'sessions:requests',
  openTrace: 'trace:open',
  listChanges: 'changes:list',
  showChange: 'changes:show',
  undoChanges: 'changes:undo',
  getApproval: 'approval:current',
  answerApproval: 'approval:answer',
} as const;

/** Channels of the events the main process pushes to its windows. */
export const pushes = {
  runEvent: 'push:run-event',
  state: 'push:state',
  frame: 'push:frame',
  approval: 'push:approval',
} as const;
