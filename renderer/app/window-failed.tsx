import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import styles from './app.module.css';
import { usePick } from './store-context';

/** What is left when the window can't be drawn: the reason, Stop, and drawing it anew. A run is not touched by it. */
export function WindowFailed({ error }: { error: Error }): ReactElement {
  const { t } = useTranslation();
  const { active, stop } = usePick('active', 'stop');
  return (
    <main className={styles.failed} role="alert">
      <h1>{t('app.failed')}</h1>
      <p>{t(active ? 'app.failedRunning' : 'app.failedIdle')}</p>
      <pre>{error.message}</pre>
      <p className={styles.acts}>
        {active && (
          <Button look="danger" data-testid="stop" onClick={() => void stop()}>
            {t('run.stop')}
          </Button>
        )}
        <Button onClick={() => location.reload()}>{t('app.reload')}</Button>
      </p>
    </main>
  );
}
