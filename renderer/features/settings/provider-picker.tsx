import { LoaderCircle, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import styles from './connection-fields.module.css';

interface ProviderPickerProps {
  url: string;
  /** Takes the address of a provider, and a model of it when one was found running. */
  onChoose(url: string, model?: string): void;
  testId: string;
}

/** A choice of providers whose address is known, and a search for servers on this computer. */
export function ProviderPicker({ url, onChoose, testId }: ProviderPickerProps): ReactElement {
  const { t } = useTranslation();
  const { presets, local, finding, findLocal } = usePick('presets', 'local', 'finding', 'findLocal');
  const known = presets.find((preset) => preset.url === url.trim().replace(/\/+$/, ''));
  const groups = [presets.filter((preset) => !preset.local), presets.filter((preset) => preset.local)];
  return (
    <div>
      <SelectField
        label={t('settings.provider')}
        note={known?.note || undefined}
        data-testid={`${testId}-provider`}
        value={known?.id ?? ''}
        onChange={(event) => {
          const chosen = presets.find((preset) => preset.id === event.target.value);
          if (chosen) onChoose(chosen.url);
        }}
        action={
          <Button data-testid={`${testId}-find-local`} disabled={finding} onClick={() => void findLocal()}>
            {finding ? <LoaderCircle size={15} className={styles.spin} aria-hidden /> : <Search size={15} aria-hidden />}
            {t('settings.findLocal')}
          </Button>
        }
      >
        <option value="">{t('settings.providerOther')}</option>
        {groups.map((group, index) => (
          <optgroup key={index} label={t(index === 0 ? 'settings.providersOnline' : 'settings.providersLocal')}>
            {group.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <div aria-live="polite">
        {local && (
          <div className={styles.found} data-testid={`${testId}-local`}>
            {local.length === 0 ? t('settings.foundNone') : t('settings.found')}
            {local.map((server) => (
              <Button key={server.url} onClick={() => onChoose(server.url, server.models[0])}>
                {server.name}
                {server.models.length > 0 && ` · ${t('settings.modelCount', { count: server.models.length })}`}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
