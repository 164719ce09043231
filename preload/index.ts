import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { DesktopBridge } from './contract/bridge';
import { channels, pushes } from './contract/channels';

/** Passes on a push's payload alone: the event object, and with it ipcRenderer, stays on this side. */
function subscribe<T>(channel: string, listener: (payload: T) => void): () => void {
  const forward = (_event: IpcRendererEvent, payload: T): void => listener(payload);
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.removeListener(channel, forward);
  };
}

const bridge = {
  getState: () => ipcRenderer.invoke(channels.getState),
  startRun: (request) => ipcRenderer.invoke(channels.startRun, request),
  stopRun: () => ipcRenderer.invoke(channels.stopRun),
  pauseRun: (paused) => ipcRenderer.invoke(channels.pauseRun, paused),
  answerQuestion: (answer) => ipcRenderer.invoke(channels.answerQuestion, answer),
  saveSettings: (patch) => ipcRenderer.invoke(channels.saveSettings, patch),
  testSettings: (patch) => ipcRenderer.invoke(channels.testSettings, patch),
  getPresets: () => ipcRenderer.invoke(channels.getPresets),
  findLocalServers: () => ipcRenderer.invoke(channels.findLocalServers),
  listModels: (patch) => ipcRenderer.invoke(channels.listModels, patch),
  getLearned: () => ipcRenderer.invoke(channels.getLearned),
  forgetLearned: (of) => ipcRenderer.invoke(channels.forgetLearned, of),
  chooseWorkspace: () => ipcRenderer.invoke(channels.chooseWorkspace),
  listSessions: () => ipcRenderer.invoke(channels.listSessions),
  searchSessions: (query) => ipcRenderer.invoke(channels.searchSessions, query),
  readSession: (id) => ipcRenderer.invoke(channels.readSession, id),
  renameSession: (change) => ipcRenderer.invoke(channels.renameSession, change),
  deleteSession: (id) => ipcRenderer.invoke(channels.deleteSession, id),
  restoreSession: (id) => ipcRenderer.invoke(channels.restoreSession, id),
  forkSession: (at) => ipcRenderer.invoke(channels.forkSession, at),
  exportSession: (what) => ipcRenderer.invoke(channels.exportSession, what),
  getRequests: (id) => ipcRenderer.invoke(channels.getRequests, id),
  listRoutines: () => ipcRenderer.invoke(channels.listRoutines),
  draftRoutine: (session) => ipcRenderer.invoke(channels.draftRoutine, session),
  saveRoutine: (request) => ipcRenderer.invoke(channels.saveRoutine, request),
  renameRoutine: (change) => ipcRenderer.invoke(channels.renameRoutine, change),
  deleteRoutine: (name) => ipcRenderer.invoke(channels.deleteRoutine, name),
  restoreRoutine: (name) => ipcRenderer.invoke(channels.restoreRoutine, name),
  runRoutine: (request) => ipcRenderer.invoke(channels.runRoutine, request),
  getSkills: () => ipcRenderer.invoke(channels.getSkills),
  reviewSkill: (name) => ipcRenderer.invoke(channels.reviewSkill, name),
  trustSkill: (request) => ipcRenderer.invoke(channels.trustSkill, request),
  distrustSkill: (name) => ipcRenderer.invoke(channels.distrustSkill, name),
  enableSkill: (change) => ipcRenderer.invoke(channels.enableSkill, change),
  importSkills: (kind) => ipcRenderer.invoke(channels.importSkills, kind),
  removeSkill: (folder) => ipcRenderer.invoke(channels.removeSkill, folder),
  restoreSkill: (folder) => ipcRenderer.invoke(channels.restoreSkill, folder),
  openSkillFolder: (name) => ipcRenderer.invoke(channels.openSkillFolder, name),
  trySkill: (request) => ipcRenderer.invoke(channels.trySkill, request),
  adviseSkill: (request) => ipcRenderer.invoke(channels.adviseSkill, request),
  acceptLesson: (request) => ipcRenderer.invoke(channels.acceptLesson, request),
  revertLesson: (request) => ipcRenderer.invoke(channels.revertLesson, request),
  openTrace: (session) => ipcRenderer.invoke(channels.openTrace, session),
  listChanges: (request) => ipcRenderer.invoke(channels.listChanges, request),
  showChange: (request) => ipcRenderer.invoke(channels.showChange, request),
  undoChanges: (request) => ipcRenderer.invoke(channels.undoChanges, request),
  getConstraints: (session) => ipcRenderer.invoke(channels.getConstraints, session),
  saveConstraints: (list) => ipcRenderer.invoke(channels.saveConstraints, list),
  getApproval: () => ipcRenderer.invoke(channels.getApproval),
  answerApproval: (answer) => ipcRenderer.invoke(channels.answerApproval, answer),
  onRunEvent: (listener) => subscribe(pushes.runEvent, listener),
  onOngoing: (listener) => subscribe(pushes.ongoing, listener),
  onState: (listener) => subscribe(pushes.state, listener),
  onFrame: (listener) => subscribe(pushes.frame, listener),
  onApproval: (listener) => subscribe(pushes.approval, listener),
  onDialogPlace: (listener) => subscribe(pushes.dialogPlace, listener),
} satisfies DesktopBridge;

contextBridge.exposeInMainWorld('deskwright', bridge);
