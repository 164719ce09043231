import type { ApprovalRequest } from '../../preload/contract/approval';
import type { AppState, DesktopBridge } from '../../preload/contract/bridge';
import type { RunEvent } from '../../preload/contract/run-event';
import type { SettingsView } from '../../preload/contract/settings';
import { routines, type Scene } from './scenes';
import { skillAdvice, skillReview, skillsPage } from './skills';

function listeners<T>(): { add(listener: (value: T) => void): () => void; tell(value: T): void } {
  const all = new Set<(value: T) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell: (value) => all.forEach((listener) => listener(value)),
  };
}

/** A bridge that replays a scene and answers requests plausibly, for looking at the pages in a browser. */
export function createFakeBridge(scene: Scene): DesktopBridge {
  let state = scene.state;
  const states = listeners<AppState>();
  const events = listeners<RunEvent>();
  const approvals = listeners<ApprovalRequest | null>();
  const change = (next: Partial<AppState>): void => {
    state = { ...state, ...next };
    states.tell(state);
  };
  return {
    getState: () => Promise.resolve(state),
    async startRun({ text }) {
      change({ run: { active: true, paused: false, session: 's2' } });
      events.tell({ type: 'run_start', session: 's2', model: state.model.name, workspace: state.settings.workspace });
      events.tell({ type: 'user', text });
      const words = `You said: ${text}`.split(/(?<= )/);
      for (const word of words) {
        await new Promise((resume) => {
          setTimeout(resume, 60);
        });
        events.tell({ type: 'delta', text: word });
      }
      events.tell({ type: 'assistant', text: words.join('') });
      events.tell({ type: 'run_end', status: 'completed', text: words.join('') });
      change({ run: { active: false, paused: false, session: 's2' } });
      return { session: 's2' };
    },
    async stopRun() {
      events.tell({ type: 'run_end', status: 'stopped', text: 'Stopped. Nothing more was done.' });
      change({ run: { active: false, paused: false, session: 's1' } });
    },
    async pauseRun(paused) {
      change({ run: { ...state.run, paused } });
    },
    async answerQuestion() {
      events.tell({ type: 'delta', text: 'Thank you.' });
    },
    async saveSettings({ api_key, ...patch }) {
      const settings = { ...state.settings, ...patch, ...(api_key === undefined ? {} : { key_set: api_key !== '' }) } as SettingsView;
      change({ settings, language: settings.language === 'zh' ? 'zh' : 'en' });
      return settings;
    },
    testSettings: () =>
      Promise.resolve({
        ok: false,
        checks: [
          { name: 'address', ok: true, message: 'The server answers.' },
          { name: 'key', ok: false, message: 'The server refused the key (401). Check it, or whether it may use this model.' },
        ],
      }),
    getPresets: () =>
      Promise.resolve([
        { id: 'deepseek', name: 'DeepSeek', url: 'https://api.deepseek.com/v1', models: ['deepseek-chat', 'deepseek-reasoner'], needs_key: true, local: false, note: '' },
        { id: 'ollama', name: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b'], needs_key: false, local: true, note: 'Ollama cuts off what is longer than 4,096 tokens unless told otherwise.' },
      ]),
    findLocalServers: () => Promise.resolve([{ name: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b'] }]),
    listModels: () => Promise.resolve({ models: [{ id: 'qwen3:8b', context_window: 16384, price_input: 0, price_output: 0 }], problem: '' }),
    getLearned: () =>
      Promise.resolve([{ server: 'https://api.deepseek.com/v1', model: 'deepseek-chat', notes: [{ feature: 'images', label: 'pictures', reason: 'unknown variant `image_url`, expected `text`', at: '2026-11-30T10:00:00Z' }] }]),
    forgetLearned: () => Promise.resolve([]),
    chooseWorkspace: () => Promise.resolve('/home/ada/Projects'),
    listSessions: () => Promise.resolve(scene.sessions ?? []),
    searchSessions: (query) => Promise.resolve((scene.sessions ?? []).filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())).map((session) => ({ ...session, excerpt: `… ${query} …`, count: 1 }))),
    readSession: (id) => Promise.resolve({ id, title: id, events: scene.events, unreadable: 0, omitted: 0, busy: false }),
    renameSession: () => Promise.resolve(),
    deleteSession: () => Promise.resolve(),
    restoreSession: () => Promise.resolve(),
    forkSession: () => Promise.resolve({ id: 'fork' }),
    exportSession: () => Promise.resolve(null),
    getRequests: () =>
      Promise.resolve([
        { number: 1, at: '2026-12-01T10:00:00Z', model: 'deepseek-chat', to: 'api.deepseek.com', messages: [{ role: 'user', text: 'Log in with [[SECRET_1]]', fresh: true }] },
      ]),
    listRoutines: () => Promise.resolve(routines),
    draftRoutine: () => Promise.resolve({ blanks: [...(routines[0]?.blanks ?? []).map(({ key, value }) => ({ key, value, found: true })), { key: 'text_1', value: 'LibreOffice Calc', found: false }], steps: routines[0]?.steps ?? [] }),
    saveRoutine: ({ name }) => Promise.resolve({ name, created: '', blanks: [], steps: [], problem: '' }),
    renameRoutine: () => Promise.resolve(),
    deleteRoutine: () => Promise.resolve(),
    restoreRoutine: () => Promise.resolve(),
    runRoutine: () => Promise.resolve({ session: 's2' }),
    getSkills: () => Promise.resolve(skillsPage),
    reviewSkill: () => Promise.resolve(skillReview),
    trustSkill: () => Promise.resolve(skillsPage),
    distrustSkill: () => Promise.resolve(skillsPage),
    enableSkill: () => Promise.resolve(skillsPage),
    importSkills: () => Promise.resolve(['tidy-notes']),
    removeSkill: () => Promise.resolve(skillsPage),
    restoreSkill: () => Promise.resolve(skillsPage),
    openSkillFolder: () => Promise.resolve(),
    trySkill: () => Promise.resolve({ session: 's2' }),
    adviseSkill: () => Promise.resolve(skillAdvice),
    acceptLesson: () => Promise.resolve(skillsPage),
    revertLesson: () => Promise.resolve(skillsPage),
    openTrace: () => Promise.reject(new Error('There is no trace yet: nothing has run.')),
    listChanges: () => Promise.resolve(scene.changes ?? { changes: [], uncovered: [] }),
    showChange: () => Promise.resolve('--- a\n+++ a\n@@ -1,2 +1,2 @@\n one\n-two\n+drei\n'),
    undoChanges: ({ change }) =>
      Promise.resolve((scene.changes?.changes ?? []).filter(({ number }) => change === undefined || number === change).map(({ number, kind, path }) => ({ number, kind, path, result: 'done' as const, left: [] }))),
    getConstraints: () => Promise.resolve(scene.constraints ?? []),
    saveConstraints: ({ texts }) => Promise.resolve(texts.map((text, index) => ({ id: String(index), text, exceptions: [], enforced: true }))),
    getApproval: () => Promise.resolve(scene.approval),
    async answerApproval() {
      approvals.tell(null);
    },
    onOngoing: () => () => undefined,
    onDialogPlace: () => () => undefined,
    onRunEvent(listener) {
      scene.events.forEach((event) => queueMicrotask(() => listener(event)));
      return events.add(listener);
    },
    onState: states.add,
    onFrame(listener) {
      const { frame } = scene;
      if (frame) setTimeout(() => listener(frame), 50);
      return () => undefined;
    },
    onApproval: approvals.add,
  };
}
