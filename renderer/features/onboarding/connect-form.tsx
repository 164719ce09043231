import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../preload/contract/settings';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { connectionOf, connectionPatch, namesModel } from '../settings/connection';
import { ConnectionCheck } from '../settings/connection-check';
import { ConnectionFields } from '../settings/connection-fields';
import styles from './onboarding.module.css';

/** "Connect a model" of the first-run screen. */
export function ConnectForm({ view, onBack }: { view: SettingsView; onBack(): void }): ReactElement {
  const { t } = useTranslation();
  const { saving, settingsError, save, forgetTest } = usePick('saving', 'settingsError', 'save', 'forgetTest');
  const [connection, setConnection] = useState(() => connectionOf(view));
  const complete = namesModel(connection, view);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete) void save({ ...connectionPatch(connection), onboarded: true });
  };
  return (
    <form className={styles.connect} noValidate onSubmit={submit} aria-labelledby="connect-title">
      <h2 id="connect-title" ref={heading} tabIndex={-1} data-quiet-focus>{t('onboarding.connect')}</h2>
      <ConnectionFields
        view={view}
        value={connection}
        testId="onboarding"
        onChange={(value) => {
          forgetTest();
          setConnection(value);
        }}
      />
      <ConnectionCheck value={connection} testId="onboarding" />
      {settingsError && (
        <p className={styles.error} role="alert">
          {settingsError}
        </p>
      )}
      <div className={styles.actions}>
        <Button look="quiet" onClick={onBack}>
          {t('onboarding.back')}
        </Button>
        <Button type="submit" look="primary" data-testid="onboarding-save" disabled={saving || !complete}>
          {t(saving ? 'settings.saving' : 'settings.save')}
        </Button>
      </div>
    </form>
  );
}
