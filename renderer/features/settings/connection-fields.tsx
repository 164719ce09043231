import { useEffect, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../preload/contract/settings';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import type { Connection } from './connection';
import styles from './connection-fields.module.css';
import { ModelField } from './model-field';
import { ProviderPicker } from './provider-picker';

interface ConnectionFieldsProps {
  view: SettingsView;
  value: Connection;
  onChange(value: Connection): void;
  /** Prefix of the test ids: the settings and the first-run screen can be there at once. */
  testId: string;
}

/** Address, key and model name. */
export function ConnectionFields({ view, value, onChange, testId }: ConnectionFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { forgetListed, lookUpServers } = usePick('forgetListed', 'lookUpServers');
  useEffect(() => void lookUpServers(), [lookUpServers]);
  const at = (base_url: string, model = value.model): void => {
    forgetListed();
    onChange({ ...value, base_url, model });
  };
  const keySet = view.key_set && !value.forget_key;
  const unprotected = !view.key_protected && (keySet || value.api_key !== '');
  const keyNote = unprotected ? t('settings.keyUnprotected') : t(keySet ? 'settings.keyIsSet' : 'settings.keyNote');
  return (
    <div className={styles.fields}>
      <ProviderPicker url={value.base_url} onChoose={at} testId={testId} />
      <TextField
        label={t('settings.baseUrl')}
        note={t('settings.baseUrlNote')}
        data-testid={`${testId}-base-url`}
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.openai.com/v1"
        value={value.base_url}
        onChange={(event) => at(event.target.value)}
      />
      <TextField
        label={t('settings.apiKey')}
        note={keyNote}
        noteTone={unprotected ? 'warn' : 'plain'}
        data-testid={`${testId}-api-key`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={keySet ? '••••••••••••' : ''}
        value={value.api_key}
        onChange={(event) => onChange({ ...value, api_key: event.target.value })}
        action={
          view.key_set && (
            <Button look="quiet" onClick={() => onChange({ ...value, api_key: '', forget_key: !value.forget_key })}>
              {t(value.forget_key ? 'settings.keepKey' : 'settings.forgetKey')}
            </Button>
          )
        }
      />
      <ModelField value={value} onChange={(model) => onChange({ ...value, model })} testId={testId} />
    </div>
  );
}
