import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsPatch, SettingsView } from '../../../preload/contract/settings';
import { TextField } from '../../ui/field';
import styles from './settings-dialog.module.css';

export const tierNames = ['fast', 'vision'] as const;
export type TierName = (typeof tierNames)[number];

/** A further model's fields. An empty address is that of the main model, an untouched key stays. */
export interface Tier {
  base_url: string;
  model: string;
  api_key: string;
}
export type TierForm = Record<TierName, Tier>;

/** The fields as the settings stand. */
export function tiersOf(view: SettingsView): TierForm {
  const tier = (name: TierName): Tier => ({ base_url: view[`${name}_base_url`], model: view[`${name}_model`], api_key: '' });
  return { fast: tier('fast'), vision: tier('vision') };
}

/** The fields as a patch. A model that is no longer named takes its key along. */
export function tiersPatch(tiers: TierForm, view?: SettingsView): SettingsPatch {
  return Object.assign(
    {},
    ...tierNames.map((name): SettingsPatch => {
      const { base_url, model, api_key } = tiers[name];
      const dropped = model.trim() === '' && view?.[`${name}_key_set`];
      const key = api_key.trim() !== '' ? api_key.trim() : dropped ? '' : undefined;
      return { [`${name}_base_url`]: base_url.trim(), [`${name}_model`]: model.trim(), ...(key === undefined ? {} : { [`${name}_api_key`]: key }) };
    }),
  ) as SettingsPatch;
}

interface TierFieldsProps {
  view: SettingsView;
  tiers: TierForm;
  onChange(tiers: TierForm): void;
}

/** The models beside the main one: for summaries, and for pictures. */
export function TierFields({ view, tiers, onChange }: TierFieldsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <details className={styles.section} data-testid="settings-tiers" open={tierNames.some((name) => tiers[name].model !== '')}>
      <summary>{t('settings.tiers')}</summary>
      {tierNames.map((name) => {
        const tier = tiers[name];
        const set = (part: Partial<Tier>): void => onChange({ ...tiers, [name]: { ...tier, ...part } });
        const common = { autoComplete: 'off', spellCheck: false };
        return (
          <div key={name} className={styles.tier}>
            <TextField {...common} label={t(`settings.tier.${name}`)} note={t(`settings.tierNote.${name}`)} data-testid={`settings-${name}-model`} value={tier.model} onChange={(event) => set({ model: event.target.value })} />
            {tier.model.trim() !== '' && (
              <div className={styles.pair}>
                <TextField {...common} label={t('settings.baseUrl')} type="url" data-testid={`settings-${name}-base-url`} placeholder={t('settings.sameServer')} value={tier.base_url} onChange={(event) => set({ base_url: event.target.value })} />
                <TextField {...common} label={t('settings.apiKey')} type="password" data-testid={`settings-${name}-api-key`} placeholder={view[`${name}_key_set`] ? '••••••••••••' : t('settings.sameKey')} value={tier.api_key} onChange={(event) => set({ api_key: event.target.value })} />
              </div>
            )}
          </div>
        );
      })}
    </details>
  );
}
