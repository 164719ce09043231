import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Sheet } from '../../ui/sheet';
import { SessionList } from './session-list';
import styles from './session-list.module.css';

/** The tasks over a window that is too narrow to show them at its side; choosing one closes it. */
export function TasksSheet({ onClose }: { onClose(): void }): ReactElement {
  const { t } = useTranslation();
  const { current } = usePick('current');
  const [begun] = useState(current);
  useEffect(() => {
    if (current !== begun) onClose();
  }, [current, begun, onClose]);
  return (
    <Sheet title={t('sessions.title')} closeLabel={t('sessions.close')} testId="sessions" onClose={onClose}>
      <div className={styles.over}>
        <SessionList />
      </div>
    </Sheet>
  );
}
