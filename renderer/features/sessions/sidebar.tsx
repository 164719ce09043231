import { Settings, SquarePen } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { shortcut } from '../../lib/shortcut';
import { Button } from '../../ui/button';
import { Logo } from '../../ui/logo';
import styles from './sidebar.module.css';

/** New task, this window's conversations, and the way to the settings. */
export function Sidebar(): ReactElement {
  const { t } = useTranslation();
  const { conversations, current, running, active, select } = usePick('conversations', 'current', 'running', 'active', 'select');
  const { newConversation, openSettings, app } = usePick('newConversation', 'openSettings', 'app');
  const keys = (key: string): { keys: string } => ({ keys: shortcut(app?.platform ?? '', key) });
  const begun = conversations.filter((conversation) => conversation.items.length > 0);
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
      <div className={styles.list}>
        {begun.length > 0 && <p className={styles.label}>{t('sessions.title')}</p>}
        <ul data-testid="session-list">
          {begun.map((conversation) => (
            <li key={conversation.key}>
              <button
                type="button"
                className={styles.entry}
                aria-current={conversation.key === current || undefined}
                title={conversation.title}
                onClick={() => select(conversation.key)}
              >
                <span>{conversation.title || t('sessions.untitled')}</span>
                {active && conversation.key === running && <i className={styles.dot} role="img" aria-label={t('sessions.running')} />}
              </button>
            </li>
          ))}
        </ul>
      </div>
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
