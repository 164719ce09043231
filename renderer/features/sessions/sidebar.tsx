import { History, Puzzle, Repeat2, Settings, SquarePen } from 'lucide-react';
import { useCallback, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { shortcut } from '../../lib/shortcut';
import { Button } from '../../ui/button';
import { Logo } from '../../ui/logo';
import { SessionList } from './session-list';
import styles from './sidebar.module.css';
import { TasksSheet } from './tasks-sheet';

/** New task, the tasks there are, and the way to the settings. */
export function Sidebar(): ReactElement {
  const { t } = useTranslation();
  const { newConversation, openSettings, openRoutines, openSkills, app } = usePick('newConversation', 'openSettings', 'openRoutines', 'openSkills', 'app');
  const [tasksOpen, setTasksOpen] = useState(false);
  const closeTasks = useCallback(() => setTasksOpen(false), []);
  const keys = (key: string): { keys: string } => ({ keys: shortcut(app?.platform ?? '', key) });
  return (
    <nav className={styles.side} aria-label={t('sessions.region')}>
      <p className={styles.brand}>
        <Logo size={26} />
        <span className={styles.words}>Deskwright</span>
      </p>
      <Button className={styles.wide} data-testid="session-new" aria-keyshortcuts="Control+N" title={t('sessions.newHint', keys('N'))} aria-label={t('sessions.new')} onClick={newConversation}>
        <SquarePen size={16} aria-hidden />
        <span className={styles.words}>{t('sessions.new')}</span>
      </Button>
      <SessionList />
      <Button className={[styles.wide, styles.tasks].join(' ')} look="quiet" data-testid="sessions-open" title={t('sessions.title')} aria-label={t('sessions.title')} aria-haspopup="dialog" onClick={() => setTasksOpen(true)}>
        <History size={16} aria-hidden />
      </Button>
      {tasksOpen && <TasksSheet onClose={closeTasks} />}
      <Button className={styles.wide} look="quiet" data-testid="skills-open" title={t('skills.open')} aria-label={t('skills.open')} onClick={openSkills}>
        <Puzzle size={16} aria-hidden />
        <span className={styles.words}>{t('skills.open')}</span>
      </Button>
      <Button className={styles.wide} look="quiet" data-testid="routines-open" title={t('routines.open')} aria-label={t('routines.open')} onClick={openRoutines}>
        <Repeat2 size={16} aria-hidden />
        <span className={styles.words}>{t('routines.open')}</span>
      </Button>
      <Button
        className={styles.wide}
        look="quiet"
        data-testid="settings-open"
        aria-keyshortcuts="Control+,"
        title={t('settings.openHint', keys(','))}
        aria-label={t('settings.title')}
        onClick={openSettings}
      >
        <Settings size={16} aria-hidden />
        <span className={styles.words}>{t('settings.title')}</span>
      </Button>
    </nav>
  );
}
