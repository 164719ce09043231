import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangesPanel } from '../features/changes/changes-panel';
import { Chat } from '../features/chat/chat';
import { ConstraintsList } from '../features/constraints/constraints-list';
import { RoutinesDialog } from '../features/routines/routines-dialog';
import { SaveRoutineDialog } from '../features/routines/save-routine-dialog';
import { StatusLine } from '../features/run/status-line';
import { Trouble } from '../features/run/trouble';
import { Preview } from '../features/screen/preview';
import { SentDialog } from '../features/sessions/sent-dialog';
import { Sidebar } from '../features/sessions/sidebar';
import { SettingsDialog } from '../features/settings/settings-dialog';
import { SkillsDialog } from '../features/skills/skills-dialog';
import { TodoList } from '../features/todo/todo-list';
import styles from './app.module.css';
import { useConversation, usePick } from './store-context';
import { useShortcuts } from './use-shortcuts';

function Panel(): ReactElement {
  const { t } = useTranslation();
  const { active, frame, changes, uncovered, changesError } = usePick('active', 'frame', 'changes', 'uncovered', 'changesError');
  const { todos, session, constraints } = useConversation();
  const watched = active ? frame : null;
  const changed = changes.length > 0 || uncovered.length > 0 || changesError !== null;
  const other = watched !== null || todos.length > 0 || changed || constraints.length > 0;
  return (
    <aside className={[styles.panel, !other && styles.bare].filter(Boolean).join(' ')} aria-label={t('panel.region')} hidden={!other && session === null}>
      {watched && <Preview frame={watched} />}
      {todos.length > 0 && <TodoList todos={todos} />}
      <ConstraintsList />
      <ChangesPanel />
    </aside>
  );
}

/** The main window. Until the app has told its state it can already be typed in. */
export function App(): ReactElement {
  useShortcuts();
  const { app, settingsOpen, sent, routinesOpen, routineMaking, skillsOpen } = usePick('app', 'settingsOpen', 'sent', 'routinesOpen', 'routineMaking', 'skillsOpen');
  return (
    <div className={styles.window}>
      <Sidebar />
      <Trouble />
      <Chat />
      <Panel />
      <StatusLine />
      {sent && <SentDialog requests={sent} />}
      {skillsOpen && <SkillsDialog />}
      {routinesOpen && <RoutinesDialog />}
      {routineMaking && <SaveRoutineDialog key={routineMaking.session} making={routineMaking} />}
      {app && settingsOpen && <SettingsDialog view={app.settings} />}
    </div>
  );
}
