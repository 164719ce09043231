import { CircleAlert, CircleCheck, LoaderCircle, PlugZap } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { connectionPatch, type Connection } from './connection';
import styles from './connection-fields.module.css';

/** The Test button and its answer, check by check: address, key, model, tools. */
export function ConnectionCheck({ value, testId }: { value: Connection; testId: string }): ReactElement {
  const { t } = useTranslation();
  const { testing, test, tryConnection } = usePick('testing', 'test', 'tryConnection');
  return (
    <div>
      <Button data-testid={`${testId}-test`} disabled={testing} onClick={() => void tryConnection(connectionPatch(value))}>
        {testing ? <LoaderCircle size={15} className={styles.spin} aria-hidden /> : <PlugZap size={15} aria-hidden />}
        {t(testing ? 'settings.testing' : 'settings.test')}
      </Button>
      <div aria-live="polite">
        {test && (
          <ul className={styles.checks} data-testid={`${testId}-test-result`} data-ok={test.ok}>
            {test.checks.map((check) => (
              <li key={check.name} className={[styles.check, check.ok ? styles.good : styles.bad].join(' ')}>
                {check.ok ? <CircleCheck size={16} role="img" aria-label={t('settings.passed')} /> : <CircleAlert size={16} role="img" aria-label={t('settings.failed')} />}
                <span className={styles.name}>{t(`settings.check.${check.name}`)}</span>
                <span>{check.message}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
