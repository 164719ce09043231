import { Search, Undo2, X } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionHit, SessionInfo } from '../../../preload/contract/sessions';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import styles from './session-list.module.css';
import { SessionRow } from './session-row';

/** So many are drawn before the person asks for all of them. */
const FIRST = 100;

/** The stored sessions and the words to find one by; a task that is not stored yet stands first. */
export function SessionList(): ReactElement {
  const { t } = useTranslation();
  const { stored, query, hits, search, deleted, undoDelete, forgetDeleted, sessionsError, refreshSessions } = usePick('stored', 'query', 'hits', 'search', 'deleted', 'undoDelete', 'forgetDeleted', 'sessionsError', 'refreshSessions');
  const { conversations, current } = usePick('conversations', 'current');
  const [all, setAll] = useState(false);
  useEffect(() => void refreshSessions(), [refreshSessions]);

  const begun = conversations.filter(({ items, session }) => items.length > 0 && !stored.some(({ id }) => id === session));
  const fresh = begun.map(({ key, session, title }): SessionInfo => ({ id: session ?? key, title, created: '', updated: '', messages: 0 }));
  const found: (SessionInfo | SessionHit)[] = query.trim() ? (hits ?? []) : [...fresh, ...stored];
  const shown = all ? found : found.slice(0, FIRST);
  const openId = conversations.find(({ key }) => key === current)?.session ?? current;
  return (
    <div className={styles.sessions}>
      {(stored.length > 0 || query !== '') && (
        <label className={styles.search}>
          <Search size={14} aria-hidden />
          <span className="heard">{t('sessions.search')}</span>
          <input type="search" data-testid="session-search" value={query} placeholder={t('sessions.search')} onChange={(event) => void search(event.target.value)} />
        </label>
      )}
      <div className={styles.scroll}>
        <ul data-testid="session-list" aria-label={t('sessions.title')}>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} open={session.id === openId} stored={session.created !== ''} />
          ))}
        </ul>
        {query.trim() !== '' && hits?.length === 0 && <p className={styles.note}>{t('sessions.nothing')}</p>}
        {found.length > shown.length && (
          <Button look="quiet" onClick={() => setAll(true)}>
            {t('sessions.showAll', { count: found.length })}
          </Button>
        )}
      </div>
      <div role="status" aria-live="polite">
        {sessionsError && <p className={styles.error}>{sessionsError}</p>}
        {deleted && (
          <p className={styles.undo}>
            <span>{t('sessions.deleted', { title: deleted.title || t('sessions.untitled') })}</span>
            <Button look="quiet" data-testid="session-undo" onClick={() => void undoDelete()}>
              <Undo2 size={14} aria-hidden />
              {t('sessions.undo')}
            </Button>
            <Button look="quiet" icon aria-label={t('sessions.dismiss')} onClick={forgetDeleted}>
              <X size={14} aria-hidden />
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}
