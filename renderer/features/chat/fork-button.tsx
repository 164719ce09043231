import { Split } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, usePick } from '../../app/store-context';
import styles from './message.module.css';

/** Begins a new task with everything up to this message; nothing is lost in this one. */
export function ForkButton({ message }: { message: number }): ReactElement | null {
  const { t } = useTranslation();
  const { session } = useConversation();
  const { active, forkSession } = usePick('active', 'forkSession');
  if (!session || active) return null;
  return (
    <button type="button" className={styles.fork} data-testid="message-fork" aria-label={t('sessions.forkHere')} title={t('sessions.forkHere')} onClick={() => void forkSession(session, message)}>
      <Split size={14} aria-hidden />
    </button>
  );
}
