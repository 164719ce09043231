import { Ellipsis } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionHit, SessionInfo } from '../../../preload/contract/sessions';
import { usePick } from '../../app/store-context';
import { SessionActs } from './session-acts';
import styles from './session-list.module.css';

interface SessionRowProps {
  session: SessionInfo | SessionHit;
  /** It is the one that is shown. */
  open: boolean;
  /** It has a log: it can be renamed, exported and so on. */
  stored: boolean;
}

/** One session: a press opens it, F2 renames it, Delete deletes it; the button beside it has the rest. */
export function SessionRow({ session, open, stored }: SessionRowProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { conversations, running, active, select, openSession, renameSession, deleteSession } = usePick('conversations', 'running', 'active', 'select', 'openSession', 'renameSession', 'deleteSession');
  const [acts, setActs] = useState(false);
  const [renaming, setRenaming] = useState<string | null>(null);
  const { id, title, updated } = session;
  const conversation = conversations.find((each) => (each.session ?? each.key) === id);
  const name = title || t('sessions.untitled');

  const save = (): void => {
    const wanted = renaming?.trim();
    setRenaming(null);
    if (wanted && wanted !== title) void renameSession(id, wanted);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!stored) return;
    if (event.key === 'F2') setRenaming(title);
    else if (event.key === 'Delete') void deleteSession(session);
    else return;
    event.preventDefault();
  };
  if (renaming !== null) {
    return (
      <li className={styles.row}>
        <input
          className={styles.rename}
          data-testid="session-rename"
          aria-label={t('sessions.nameOf', { name })}
          value={renaming}
          maxLength={200}
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setRenaming(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
            if (event.key === 'Escape') setRenaming(null);
          }}
        />
      </li>
    );
  }
  return (
    <li className={styles.row} data-session={id}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.entry}
          aria-current={open || undefined}
          title={updated ? `${name}\n${new Date(updated).toLocaleString(i18n.language)}` : name}
          onClick={() => (conversation ? select(conversation.key) : void openSession(id))}
          onKeyDown={onKeyDown}
        >
          <span>{name}</span>
          {active && conversation?.key === running && <i className={styles.dot} role="img" aria-label={t('sessions.running')} />}
        </button>
        {stored && (
          <button type="button" className={styles.more} data-testid="session-more" aria-expanded={acts} aria-label={t('sessions.more', { name })} onClick={() => setActs(!acts)}>
            <Ellipsis size={15} aria-hidden />
          </button>
        )}
      </div>
      {'excerpt' in session && session.excerpt && <p className={styles.excerpt}>{session.excerpt}</p>}
      {acts && <SessionActs session={session} onRename={() => setRenaming(title)} onDone={() => setActs(false)} />}
    </li>
  );
}
