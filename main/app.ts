import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { app, dialog, ipcMain, nativeTheme, shell, type BrowserWindow } from 'electron';
import type { AppState } from '../preload/contract/bridge';
import type { RunEvent } from '../preload/contract/run-event';
import type { Language } from '../preload/contract/settings';
import type { DesktopStatus } from '../skills/desktop-control/protocol';
import { createDesktopSkill } from '../skills/desktop-control/skill';
import { limitsOf } from './agent/budget';
import { storedConstraints } from './agent/constraints/list';
import { newSessionId, type Session } from './agent/session';
import { createDeciders } from './app/deciders';
import { createSessionOpener } from './app/session-opener';
import { createApprovalDesk } from './ipc/approval-desk';
import { answerApprovals } from './ipc/approvals';
import { answerConstraints } from './ipc/constraints';
import { answerChanges } from './ipc/changes';
import { createDoor } from './ipc/handle';
import { ongoingConversation } from './ipc/ongoing';
import { createOpenSessions } from './ipc/open-sessions';
import { createPreview } from './ipc/preview';
import { createRunManager, type RunControls } from './ipc/run-manager';
import { answerRoutines } from './ipc/routines';
import { answerRuns } from './ipc/runs';
import { answerSessions } from './ipc/sessions';
import { answerSettings } from './ipc/settings';
import { answerSkills } from './ipc/skills';
import { say } from './locales/say';
import { askOnce } from './model/one-question';
import type { SentRequest } from './model/private-model';
import { createPlanner } from './model/planner/planner';
import { findLocalServers, listModels } from './model/presets/list-models';
import { presets } from './model/presets/presets';
import { createRoutineDesk } from './model/routines/desk';
import { testConnection } from './model/test-connection';
import { keyRing } from './security/key-ring';
import { isOurs, pageAddress } from './security/origin';
import { hardened } from './security/web-contents';
import { createModelNotes } from './store/model-notes';
import { Lessons } from './skills/learning/lessons';
import { withLessons } from './skills/learning/with-lessons';
import { openSkills } from './skills/open-skills';
import { createSkillsDesk } from './skills/page/desk';
import { createSettings, hasModel } from './store/settings';
import { recordOutside } from './store/trace/outside-sessions';
import { openHistory } from './tools/change-history';
import { mendAll } from './store/journal/mend-all';
import { createApprovalWindow } from './window/approval-window';
import { createDock } from './window/dock';
import { forkHost } from './window/fork-host';
import { forkSkill } from './window/fork-skill';
import { revive } from './window/main-window';
import { push } from './window/push';
import { closeOrderly } from './window/quit';
import { registerStopHotkey, releaseStopHotkey } from './window/stop-hotkey';

export interface AppStart {
  window: BrowserWindow;
  /** The preload script of every window. */
  preload: string;
  dataFolder: string;
  /** `--workspace`; null when the settings decide. */
  workspace: string | null;
}

const DESKTOP_TOOLS = new Set(['Observe', 'Computer']);

/** Composition root of the app. Everything the page can ask for is answered from here on when it returns. */
export function startApp({ window, preload, dataFolder, workspace: chosenWorkspace }: AppStart): void {
  const settings = createSettings(dataFolder, process.env, { protection: keyRing });
  // From here on the key is in the settings only: no program that we start inherits it.
  delete process.env['OPENAI_API_KEY'];

  const notes = createModelNotes(dataFolder);
  const language = (): Language => {
    const { language: chosen } = settings.current();
    return chosen === 'system' ? (app.getLocale().startsWith('zh') ? 'zh' : 'en') : chosen;
  };
  const mainContents = () => (window.isDestroyed() ? null : window.webContents);
  const emit = (event: RunEvent): void => push(mainContents(), 'runEvent', event);
  const tellFault = (error: unknown): void => {
    console.error(error);
    emit({ type: 'notice', code: 'INTERNAL_ERROR', text: say(language(), 'run.internal_error', { message: error instanceof Error ? error.message : String(error) }) });
  };
  const pushState = (): void => {
    push(mainContents(), 'state', state());
    push(approvalWindow.contents(), 'state', state());
  };

  let desktopState: DesktopStatus = { available: false, reason: '' };
  /** Why there is no desktop, in the person's language; what only the host knows of is in English. */
  const noDesktop = (): string => (desktopState.why ? say(language(), `desktop.${desktopState.why.code}`, desktopState.why.values) : desktopState.reason);
  const desktop = createDesktopSkill({
    fork: forkHost,
    hostScript: unpacked('../skills/desktop-control/host.js'),
    ownPids: [process.pid],
    environment: Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    onTakeOver: (by) => {
      runs.pause(true);
      if (runs.state().paused) emit({ type: 'notice', code: 'TAKEN_OVER', text: say(language(), 'app.taken_over', { device: say(language(), `app.taken_over.${by}`) }) });
    },
  });
  desktop.setPrivateWindows(settings.current().private_windows);
  const refreshDesktop = async (): Promise<void> => {
    desktopState = await desktop.status();
    pushState();
  };

  const lessons = new Lessons(dataFolder);
  const skills = openSkills({
    bundledFolder: unpacked('../skills'),
    bootstrap: unpacked('run-skill.js'),
    fork: forkSkill,
    ahead: true,
    dataFolder,
    environment: process.env,
    language,
    taught: (library) => withLessons(library, lessons),
  });

  const approvalWindow = createApprovalWindow({
    webPreferences: hardened(preload),
    load: (dialogWindow) => dialogWindow.loadURL(pageAddress('approval.html')),
    // One that can't be used would be looked for anew each time.
    standing: (id) => (desktopState.available ? desktop.standing(id) : Promise.resolve(null)),
    onDismiss: () => desk.dismiss(),
  });
  const desk = createApprovalDesk({
    open: () => approvalWindow.open(),
    close: () => approvalWindow.close(),
    hold: (held) => desktop.hold(held),
  });

  const dock = createDock(() => (window.isDestroyed() ? null : window));
  const preview = createPreview({
    frame: () => desktop.frame(),
    push: (frame) => push(mainContents(), 'frame', frame),
    allowed: () => desk.current() === null,
  });

  const sessions = createOpenSessions<Session>();
  let controls: RunControls | null = null;
  const ask = (question: string, options: string[]): Promise<string | null> => controls?.ask(question, options) ?? Promise.resolve(null);
  const { workspace, opening } = createSessionOpener({
    dataFolder,
    ownCode: path.dirname(__dirname),
    chosenWorkspace,
    settings,
    skills,
    desktop,
    desktopState: () => desktopState,
    language,
    asker: desk,
    ask,
    tell: emit,
  });

  const routines = createRoutineDesk({ dataFolder, language });
  const { currentModel, decider } = createDeciders({ settings, notes, routines, language, workspace });
  const skillsDesk = createSkillsDesk({
    ...skills,
    lessons,
    dataFolder,
    language,
    workspace: () => realpathSync(workspace()),
    model() {
      const access = settings.model();
      if (!access) return null;
      const sent = (request: SentRequest): void => {
        try {
          recordOutside(dataFolder, request);
        } catch (error) {
          tellFault(error);
        }
      };
      return (system, question) => askOnce(currentModel(), system, question, { secrets: [access.apiKey], patterns: settings.current().private_patterns, sent });
    },
  });

  /** Whether the run has used the desktop: only then is there anything to let go of. */
  let acting = false;
  const onRunEvent = (event: RunEvent): void => {
    if (event.type === 'tool_call' && DESKTOP_TOOLS.has(event.tool)) {
      acting = true;
      dock.aside();
      preview.start();
    }
    emit(event);
  };
  const runs = createRunManager({
    newSession: newSessionId,
    async perform(task, given) {
      controls = given;
      acting = false;
      // At once, not only at the end: a stop must not wait for an action that hangs.
      given.signal.addEventListener('abort', () => void (acting && desktop.stop()), { once: true });
      await Promise.race([desktopLooked(), aborted(given.signal)]);
      // What the person is undoing just now is done before anything else writes.
      await changes.settled();
      await sessions.use(...opening(given.session), (session) =>
        session.run(task, {
          model: decider(given),
          maxSteps: settings.current().max_steps,
          limits: limitsOf(settings.current()),
          signal: given.signal,
          emit: given.emit,
          whenUnpaused: given.whenUnpaused,
        }),
      );
    },
    emit: onRunEvent,
    onChange: pushState,
    async onEnd(status) {
      controls = null;
      preview.stop();
      dock.restore();
      if (acting && status === 'stopped') await desktop.stop();
      void refreshDesktop();
    },
  });

  const stopHotkey = registerStopHotkey(() => void runs.stop());
  const state = (): AppState => {
    const view = settings.view();
    return {
      version: app.getVersion(),
      platform: process.platform,
      language: language(),
      settings: chosenWorkspace === null ? view : { ...view, workspace: chosenWorkspace },
      model: hasModel(view) ? { kind: 'model', name: view.model } : { kind: 'planner', name: createPlanner().name },
      desktop: { available: desktopState.available, reason: noDesktop() },
      run: runs.state(),
      stop_hotkey: stopHotkey,
      demonstration: say(language(), 'app.demonstration'),
    };
  };

  const common = { ipc: ipcMain, isOurs };
  const eitherWindow = createDoor({ ...common, owners: () => [mainContents(), approvalWindow.contents()] });
  const mainWindow = createDoor({ ...common, owners: () => [mainContents()] });
  const dialogWindow = createDoor({ ...common, owners: () => [approvalWindow.contents()] });

  eitherWindow.handle('getState', state);
  answerRuns(mainWindow, runs);
  answerSessions(mainWindow, {
    dataFolder,
    language,
    running: () => (runs.state().active ? runs.state().session : null),
    close: sessions.close,
    async chooseFile(title, name) {
      const { filePath } = await dialog.showSaveDialog(window, { title, defaultPath: path.join(app.getPath('documents'), name) });
      return filePath || null;
    },
    show: (file) => shell.openPath(file),
  });
  answerSettings(mainWindow, {
    settings,
    language,
    testConnection: ({ baseUrl, apiKey, model }, tongue) => testConnection(baseUrl, apiKey, model, tongue, notes),
    servers: {
      presets,
      list: ({ baseUrl, apiKey }, tongue) => listModels(baseUrl, apiKey, tongue),
      find: findLocalServers,
      notes,
    },
    async chooseFolder(title) {
      const { filePaths } = await dialog.showOpenDialog(window, { title, properties: ['openDirectory', 'createDirectory'] });
      return filePaths[0] ?? null;
    },
    onSaved() {
      nativeTheme.themeSource = settings.current().theme;
      desktop.setPrivateWindows(settings.current().private_windows);
      pushState();
    },
  });
  const changes = answerChanges(mainWindow, {
    list: (session) => openHistory(dataFolder, session, language()).list(),
    show: (session, change) => openHistory(dataFolder, session, language()).diff(change),
    undo: ({ session, change, run, direction }) => openHistory(dataFolder, session, language()).undo({ change, run }, { direction }),
    held: () => (runs.state().active ? say(language(), 'changes.run_active') : null),
  });
  answerConstraints(mainWindow, {
    list: async (id) => (await sessions.known(id))?.constraints() ?? storedConstraints(dataFolder, id),
    save: async (id, texts) => (await sessions.get(...opening(id))).saveConstraints(texts),
  });
  answerRoutines(mainWindow, {
    ...routines,
    run({ name, values }) {
      const { routine } = routines.chosen(name, values);
      if (!desktopState.available && routine.steps.some((step) => step.kind === 'rows' || DESKTOP_TOOLS.has(step.tool))) {
        throw new Error(say(language(), 'routine.needs_desktop', { reason: noDesktop() }));
      }
      const filled = Object.entries(values).map(([key, value]) => `${routine.labels?.[key] ?? key} = ${value}`);
      return runs.start({ text: say(language(), 'routine.task', { name, values: filled.join('; ') || '-' }), routine: { name, values } });
    },
  });
  answerSkills(mainWindow, {
    ...skillsDesk,
    async choose(kind) {
      const archive = { filters: [{ name: 'zip', extensions: ['zip'] }], properties: ['openFile' as const] };
      const how = kind === 'zip' ? archive : { properties: ['openDirectory' as const] };
      const { filePaths } = await dialog.showOpenDialog(window, { title: say(language(), `skills.import.choose_${kind}`), ...how });
      return filePaths[0] ?? null;
    },
    show(folder) {
      mkdirSync(folder, { recursive: true });
      return shell.openPath(folder);
    },
    try(request) {
      skillsDesk.checkTrial(request.name);
      return runs.start({ text: say(language(), 'skills.page.try_task', { name: request.name, args: JSON.stringify(request.args) }), trial: request });
    },
  });
  answerApprovals(dialogWindow, desk);

  // Electron's own answer is a dialog that nobody can see from a run; the person is told in the chat instead.
  process.on('uncaughtException', tellFault);
  nativeTheme.themeSource = settings.current().theme;
  void mendAll(dataFolder);
  const desktopKnown = refreshDesktop();
  /** A screen that was not there before, or not in time, may be there now: each run looks anew for one that is missing. */
  const desktopLooked = async (): Promise<void> => {
    await desktopKnown;
    if (!desktopState.available) await refreshDesktop();
  };
  const tellNotices = (): void => {
    for (const { code, values } of settings.notices()) emit({ type: 'notice', code, text: say(language(), `app.${code}`, values) });
  };
  if (window.webContents.isLoading()) window.webContents.once('did-finish-load', tellNotices);
  else tellNotices();
  revive(window);
  // A page that was loaded anew in the middle of a run knows nothing of it.
  window.webContents.on('did-finish-load', () => {
    const run = runs.ongoing();
    const conversation = run && ongoingConversation(dataFolder, run);
    if (conversation) push(mainContents(), 'ongoing', conversation);
  });
  window.on('closed', () => app.quit());
  closeOrderly(app, {
    async gently() {
      releaseStopHotkey();
      await runs.close();
      await changes.settled();
      await approvalWindow.close();
    },
    atOnce() {
      sessions.closeAll();
      desktop.dispose();
    },
  });
}

/** A file of the app that has to be a real one, because another process loads it. */
const unpacked = (file: string): string => path.join(__dirname, file).replace('app.asar', 'app.asar.unpacked');

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
