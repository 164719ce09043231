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
  openTrace: 'trace:open',
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
