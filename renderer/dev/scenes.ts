import type { ApprovalRequest } from '../../preload/contract/approval';
import type { AppState, Frame } from '../../preload/contract/bridge';
import type { ChangeList, ChangeView } from '../../preload/contract/changes';
import type { Constraint } from '../../preload/contract/constraints';
import type { Envelope } from '../../preload/contract/envelope';
import type { RunEvent } from '../../preload/contract/run-event';
import type { RoutineView } from '../../preload/contract/routines';
import type { SessionInfo } from '../../preload/contract/sessions';
import type { Report } from '../../preload/contract/report';
import type { Language, Settings } from '../../preload/contract/settings';

/** Pictures for the scenes; the page draws them, so none is kept here. */
export type Shot = Pick<Frame, 'image' | 'width' | 'height'>;

/** What a scene shows, told apart by its name in the address. */
export interface Scene {
  state: AppState;
  events: RunEvent[];
  frame: Frame | null;
  approval: ApprovalRequest | null;
  changes?: ChangeList;
  sessions?: SessionInfo[];
  constraints?: Constraint[];
}

interface Look {
  language: Language;
  theme: Settings['theme'];
}

function state({ language, theme }: Look, active: boolean, change: Partial<AppState> = {}): AppState {
  return {
    version: '0.1.0',
    platform: 'linux',
    language,
    settings: {
      base_url: '',
      model: '',
      dialect: '',
      language,
      theme,
      approval_mode: 'balanced',
      workspace: '/home/ada/Documents/Deskwright',
      max_steps: 100,
      private_patterns: [],
      private_windows: ['keepass', '密码管理'],
      onboarded: true,
      key_set: false,
      key_protected: false,
      context_window: null,
      price_input: null,
      price_output: null,
      fast_base_url: '',
      fast_model: '',
      vision_base_url: '',
      vision_model: '',
      max_tokens: null,
      max_cost: null,
      max_minutes: null,
      fast_key_set: false,
      vision_key_set: false,
    },
    model: { kind: 'planner', name: 'offline planner' },
    desktop: { available: true, reason: '' },
    run: { active, paused: false, session: active ? 's1' : null },
    stop_hotkey: 'Ctrl+Alt+Esc',
    demonstration: 'Make a budget sheet with Rent 900, Café 45.5, 合计 and Travel 120, add a total, and save it as budget.ods',
    ...change,
  };
}

function done(text: string, time_ms: number, data: Record<string, unknown> = {}): Envelope {
  return { status: 'success', data, text, stats: { time_ms }, context: { cwd: '/home/ada/Documents/Deskwright', params_input: {} } };
}

function failed(code: 'DENIED' | 'NOT_FOUND', message: string, hint: string): Envelope {
  return { ...done(message, 12), status: 'error', error: { code, message, hint } };
}

const plan = (current: number): { content: string; status: string }[] =>
  ['Open LibreOffice Calc', 'Fill in the rows', 'Add the total', 'Save as budget.ods', 'Check the saved file'].map((content, index) => ({
    content,
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));

function call(id: string, tool: string, args: unknown, level: 'observe' | 'reversible' = 'observe'): RunEvent[] {
  return [
    { type: 'tool_call', id, tool, arguments: args },
    { type: 'approval', id, tool, level, decision: 'allow', by: 'policy', reasons: [] },
  ];
}

function run(shot: Shot): RunEvent[] {
  return [
    { type: 'run_start', session: 's1', model: 'offline planner', workspace: '/home/ada/Documents/Deskwright' },
    { type: 'user', text: 'Make a budget sheet with Rent 900, Café 45.5, 合计 and Travel 120, add a total, and save it as budget.ods' },
    { type: 'assistant', text: 'I’ll fill the sheet in **LibreOffice Calc** and save it as `budget.ods`. I will ask before I save.' },
    ...call('1', 'TodoWrite', { summary: 'Budget sheet', todos: plan(1) }),
    { type: 'tool_result', id: '1', result: done('5 steps', 3, { todos: plan(1) }) },
    { type: 'tool_call', id: '2', tool: 'Computer', arguments: { action: 'open_app', text: 'LibreOffice Calc' } },
    { type: 'approval', id: '2', tool: 'Computer', level: 'risky', decision: 'asked', by: 'person', reasons: ['It starts a program.'] },
    { type: 'approval', id: '2', tool: 'Computer', level: 'risky', decision: 'allow', by: 'person', reasons: ['It starts a program.'] },
    { type: 'tool_result', id: '2', result: done('LibreOffice Calc is open: window “Untitled 1”.', 2840), images: [shot.image] },
    ...call('3', 'Observe', { what: 'both', window: 'Untitled 1' }),
    { type: 'tool_result', id: '3', result: done('1 window, 212 elements.', 418), images: [shot.image] },
    ...call('4', 'Read', { path: 'notes/last-year.csv' }),
    { type: 'tool_result', id: '4', result: failed('NOT_FOUND', 'There is no file notes/last-year.csv.', 'List the folder with LS to see what is there.') },
    ...call('5', 'Computer', { action: 'type', text: 'Café\t45.5\n合计' }, 'reversible'),
    { type: 'usage', input_tokens: 5120, output_tokens: 342, estimated: true },
  ];
}

const answer = `The sheet is saved and checked.

| Item | Amount |
| --- | ---: |
| Rent | 900 |
| Café | 45.5 |
| 合计 | 120 |
| **Total** | **1065.5** |

- [x] Every cell read back from \`budget.ods\`
- [x] The total is a formula: \`=SUM(B2:B4)\`

See the [format’s description](https://docs.oasis-open.org/office/).`;

const folder = '/home/ada/Documents/Deskwright';

const report: Report = {
  files: [
    { path: `${folder}/notes/plan.md`, kind: 'modified', lines: { added: 2, removed: 1 } },
    { path: `${folder}/budget.ods`, kind: 'saved', lines: null },
    { path: `${folder}/notes/old.md`, kind: 'deleted', lines: { added: 0, removed: 14 } },
  ],
  commands: [
    { command: 'npm test', exit_code: 0, state: 'ended' },
    { command: 'grep -rn "合计" notes && wc -l notes/*.md', exit_code: 1, state: 'ended' },
  ],
  checks: [
    { kind: 'read_back', what: `${folder}/budget.ods`, passed: true, outdated: false },
    { kind: 'tests', what: 'npm test', passed: true, outdated: true },
  ],
  unchecked: [`${folder}/notes/plan.md`],
  not_done: [{ what: 'Bash rm -rf ~/Downloads', code: 'DENIED' }],
  unverified: [{ claim: 'The letter has been sent.', kind: 'sent', why: 'nothing that was done could have sent anything' }],
  no_undo: [`${folder}/.git`],
  text: '',
};

function changed(number: number, kind: ChangeView['kind'], path: string, change: Partial<ChangeView> = {}): ChangeView {
  return { number, run: 1, at: '2026-12-01T10:00:00Z', tool: 'Edit', kind, path: `${folder}/${path}`, from: null, count: 1, lines: { added: 2, removed: 1 }, state: 'made', uncertain: false, dropped: false, ...change };
}

const changes: ChangeList = {
  changes: [
    changed(1, 'modified', 'notes/plan.md'),
    changed(2, 'created', 'notes/december', { count: 4, lines: { added: 61, removed: 0 }, tool: 'Bash' }),
    changed(3, 'renamed', 'notes/a-rather-long-name-for-a-file-that-was-moved.md', { from: `${folder}/notes/old-name.md`, lines: null }),
    changed(4, 'deleted', 'notes/old.md', { state: 'undone' }),
    changed(5, 'modified', 'server.log', { uncertain: true }),
    changed(6, 'modified', 'film.mp4', { dropped: true, lines: null }),
  ],
  uncovered: [`${folder}/.git`],
};

function ended(shot: Shot): RunEvent[] {
  return [
    ...run(shot),
    { type: 'tool_result', id: '5', result: done('Typed 14 characters into cell A2.', 912) },
    ...call('6', 'Edit', { path: 'notes/plan.md', old_string: 'Budget: to do\n', new_string: 'Budget: done, see budget.ods\n' }, 'reversible'),
    { type: 'tool_result', id: '6', result: done('Changed 1 place.', 21) },
    { type: 'tool_call', id: '7', tool: 'Bash', arguments: { command: 'rm -rf ~/Downloads' } },
    { type: 'approval', id: '7', tool: 'Bash', level: 'consequential', decision: 'deny', by: 'person', reasons: ['It deletes files for good.'] },
    { type: 'tool_result', id: '7', result: failed('DENIED', 'The person said no: “Leave my downloads alone.”', 'Go on without it.') },
    { type: 'notice', code: 'retry', text: 'The server is limiting requests. Trying again in 4 s.' },
    ...call('8', 'TodoWrite', { summary: 'Budget sheet', todos: plan(5) }),
    { type: 'tool_result', id: '8', result: done('5 steps', 2, { todos: plan(5) }) },
    { type: 'assistant', text: answer },
    { type: 'report', ...report },
    { type: 'run_end', status: 'completed', text: answer },
  ];
}

function question(shot: Shot): RunEvent[] {
  return [
    ...run(shot).slice(0, 5),
    { type: 'tool_call', id: 'q', tool: 'AskUser', arguments: {} },
    { type: 'question', id: 'q', question: 'budget.ods is already there. What should I do?', options: ['Replace it', 'Save as budget-2.ods', 'Stop'] },
  ];
}

const diff = `--- a/notes/plan.md
+++ b/notes/plan.md
@@ -1,6 +1,7 @@
 # Plan for December
 
-Budget: to do
+Budget: done, see budget.ods
+Checked: 合计 1065.5
 Travel: booked
 Letters: two left
`;

function approval(kind: string, shot: Shot): ApprovalRequest {
  switch (kind) {
    case 'diff':
      return {
        id: 'a2',
        tool: 'Edit',
        level: 'reversible',
        title: 'Change plan.md?',
        what: 'One place in the file is replaced.',
        where: [{ kind: 'diff', path: '/home/ada/Documents/Deskwright/notes/plan.md', diff }],
        why: ['You chose to be asked before every change (Careful).'],
        session_scope: 'Changes to files in the folder Deskwright.',
      };
    case 'picture':
      return {
        id: 'a3',
        tool: 'Computer',
        level: 'risky',
        title: 'Click “Save” in LibreOffice Calc?',
        what: 'The document “Untitled 1” is saved as budget.ods.',
        where: [
          { kind: 'picture', ...shot, spot: { x: shot.width * 0.62, y: shot.height * 0.68 } },
          { kind: 'path', path: '/home/ada/Documents/Deskwright/budget.ods', note: 'There is no such file yet.' },
        ],
        why: ['It writes a file to disk.'],
        session_scope: 'Saving documents in LibreOffice Calc.',
      };
    case 'skill':
      return {
        id: 'a4',
        tool: 'Skill',
        level: 'risky',
        title: 'Run a skill?',
        what: 'Run the skill tidy-invoices.',
        where: [
          {
            kind: 'skill',
            name: 'tidy-invoices',
            from: 'from your skills folder, trusted by you',
            may: [
              'It changes things.',
              'It uses the network: rates.example.org.',
              'It runs in isolation: it sees the workspace and no other folder of yours, and can change /home/ada/Documents/Deskwright. Its network access is not limited to the addresses it names.',
            ],
            command: '/usr/bin/python3 -B /home/ada/.agents/skills/tidy-invoices/run.py',
            arguments: JSON.stringify({ folder: 'invoices/2026', currency: 'EUR', dry_run: false, note: '十二月' }, null, 2),
          },
          { kind: 'path', path: '/home/ada/Documents/Deskwright/invoices/2026', note: 'inside the workspace' },
        ],
        why: ['The skill tidy-invoices is a program from your skills folder, not a part of Deskwright.', 'What you ask is sent to rates.example.org.'],
        session_scope: 'Running the skill tidy-invoices as it is now, with any arguments, until the app closes.',
      };
    default:
      return {
        id: 'a1',
        tool: 'Bash',
        level: 'consequential',
        title: 'Run a command that deletes files?',
        what: 'The assistant wants to remove the folder build and everything in it.',
        where: [{ kind: 'command', command: 'rm -rf ./build && find . -name "*.tmp" -mtime +7 -print0 | xargs -0 rm --', directory: '/home/ada/Documents/Deskwright' }],
        why: ['It deletes files for good: they don’t go to the trash.', 'It deletes whatever `find` finds, which isn’t known before it runs.'],
        session_scope: null,
      };
  }
}

/** Routines for every scene. */
export const routines: RoutineView[] = [
  {
    name: 'Monthly budget',
    created: '2026-11-30T09:00:00.000Z',
    blanks: [
      { key: 'file', label: '', value: '/home/ada/Documents/Deskwright/budget.ods' },
      { key: 'rows', label: 'Items of the month', value: 'Item\tAmount\nRent\t900\nCafé\t45.5' },
    ],
    steps: [
      { why: 'I open the spreadsheet program.', tool: 'Computer', arguments: { action: 'open_app', text: 'LibreOffice Calc' }, target: null },
      { why: '', tool: '', arguments: { text: 'Item\tAmount\nRent\t900\nCafé\t45.5' }, target: null },
      { why: '', tool: 'Computer', arguments: { action: 'key', keys: 'ctrl+s' }, target: null },
      { why: '', tool: 'Computer', arguments: { action: 'type', text: '/home/ada/Documents/Deskwright/budget.ods' }, target: null },
      { why: '', tool: 'Computer', arguments: { action: 'press' }, target: 'Keep' },
    ],
    problem: '',
  },
  { name: '旧流程', created: '', blanks: [], steps: [], problem: 'The routine 旧流程 can’t be read: the file is not a routine' },
];

/** Names that `scene` knows. */
export const sceneNames = ['first-run', 'empty', 'run', 'ended', 'question', 'no-desktop', 'approval-command', 'approval-diff', 'approval-picture'] as const;

/** The scene of that name; an unknown name is the first-run screen. */
export function scene(name: string, look: Look, shot: Shot): Scene {
  const still = (app: AppState, events: RunEvent[] = []): Scene => ({ state: app, events, frame: null, approval: null });
  if (name.startsWith('approval-')) return { ...still(state(look, true)), approval: approval(name.slice('approval-'.length), shot) };
  switch (name) {
    case 'empty':
      return still(state(look, false));
    case 'run':
      return { ...still(state(look, true), run(shot)), frame: { ...shot, spot: { x: shot.width * 0.22, y: shot.height * 0.33 } } };
    case 'ended':
      return { ...still(state(look, false), ended(shot)), changes };
    case 'question':
      return still(state(look, true), question(shot));
    case 'no-desktop':
      return still(state(look, false, { desktop: { available: false, reason: 'There is no display, so the desktop can’t be seen or used. Start Deskwright from a graphical session. Files, commands and sums work without one.' } }));
    default: {
      const first = state(look, false);
      return still({ ...first, settings: { ...first.settings, onboarded: false } });
    }
  }
}
