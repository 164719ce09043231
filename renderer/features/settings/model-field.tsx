import { List, LoaderCircle } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { connectionPatch, type Connection } from './connection';
import styles from './connection-fields.module.css';

interface ModelFieldProps {
  value: Connection;
  onChange(model: string): void;
  testId: string;
}

/** The model's name, with the names that the server lists, or the usual ones of its provider. */
export function ModelField({ value, onChange, testId }: ModelFieldProps): ReactElement {
  const { t, i18n } = useTranslation();
  const names = useId();
  const { presets, listed, listing, listModels } = usePick('presets', 'listed', 'listing', 'listModels');
  const usual = presets.find((preset) => preset.url === value.base_url.trim())?.models ?? [];
  const models = listed?.models.length ? listed.models : usual.map((id) => ({ id, context_window: null, price_input: null, price_output: null }));
  const chosen = listed?.models.find(({ id }) => id === value.model.trim());
  const facts = [
    chosen?.context_window != null && t('settings.windowOf', { tokens: chosen.context_window.toLocaleString(i18n.language) }),
    chosen?.price_input != null && chosen.price_output != null && t('settings.priceOf', { input: chosen.price_input, output: chosen.price_output }),
  ].filter(Boolean);
  const note = listed?.problem || (facts.length ? facts.join(' · ') : listed ? t('settings.listed', { count: listed.models.length }) : t('settings.modelNote'));
  return (
    <>
      <TextField
        label={t('settings.model')}
        note={note}
        noteTone={listed?.problem ? 'warn' : 'plain'}
        data-testid={`${testId}-model`}
        list={names}
        autoComplete="off"
        spellCheck={false}
        placeholder={usual[0] ?? 'gpt-5.1'}
        value={value.model}
        onChange={(event) => onChange(event.target.value)}
        action={
          <Button data-testid={`${testId}-list-models`} disabled={listing} onClick={() => void listModels(connectionPatch(value))}>
            {listing ? <LoaderCircle size={15} className={styles.spin} aria-hidden /> : <List size={15} aria-hidden />}
            {t('settings.listModels')}
          </Button>
        }
      />
      <datalist id={names}>
        {models.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}
