import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import styles from './settings-dialog.module.css';

/** What was learned of servers, in their own words, each to be forgotten. */
export function LearnedList(): ReactElement | null {
  const { t } = useTranslation();
  const { learned, forgetLearned } = usePick('learned', 'forgetLearned');
  if (learned.length === 0) return null;
  return (
    <details className={styles.section} data-testid="settings-learned">
      <summary>{t('settings.learned', { count: learned.length })}</summary>
      <p className={styles.word}>{t('settings.learnedNote')}</p>
      {learned.map(({ server, model, notes }) => (
        <div key={`${server} ${model}`} className={styles.tier}>
          <div className={styles.learnedHead}>
            <b>{model}</b>
            <span className={styles.word}>{server}</span>
            <Button look="quiet" onClick={() => void forgetLearned({ server, model })}>
              {t('settings.forgetLearned')}
            </Button>
          </div>
          <ul className={styles.notes}>
            {notes.map(({ feature, label, reason }) => (
              <li key={feature}>
                {label}
                <span className={styles.word}> — {reason}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
