import { FileDown, PenLine, Repeat2, Send, Split, Trash2, Waypoints } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionInfo } from '../../../preload/contract/sessions';
import { usePick } from '../../app/store-context';
import styles from './session-list.module.css';

interface SessionActsProps {
  session: SessionInfo;
  onRename(): void;
  onDone(): void;
}

/** What can be done with a stored session. Deleting asks nothing: it can be taken back. */
export function SessionActs({ session, onRename, onDone }: SessionActsProps): ReactElement {
  const { t } = useTranslation();
  const { forkSession, exportSession, deleteSession, openTraceOf, showSent, makeRoutine } = usePick('forkSession', 'exportSession', 'deleteSession', 'openTraceOf', 'showSent', 'makeRoutine');
  const { id } = session;
  const acts: [key: string, icon: typeof Send, act: () => void][] = [
    ['rename', PenLine, onRename],
    ['fork', Split, () => void forkSession(id, Number.MAX_SAFE_INTEGER)],
    ['routine', Repeat2, () => void makeRoutine(id, session.title)],
    ['exportMarkdown', FileDown, () => void exportSession({ id, format: 'markdown' })],
    ['exportJson', FileDown, () => void exportSession({ id, format: 'json' })],
    ['trace', Waypoints, () => void openTraceOf(id)],
    ['sent', Send, () => void showSent(id)],
    ['delete', Trash2, () => void deleteSession(session)],
  ];
  return (
    <ul
      className={styles.acts}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      {acts.map(([key, Icon, act]) => (
        <li key={key}>
          <button
            type="button"
            data-testid={`session-${key}`}
            onClick={() => {
              onDone();
              act();
            }}
          >
            <Icon size={14} aria-hidden />
            {t(`sessions.${key}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
