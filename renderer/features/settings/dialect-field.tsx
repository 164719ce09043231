import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { dialectChoices } from '../../../preload/contract/settings';
import { SelectField } from '../../ui/field';

interface DialectFieldProps {
  value: string;
  onChange(dialect: string): void;
}

/** How the model says its actions; by its name unless the person knows better. */
export function DialectField({ value, onChange }: DialectFieldProps): ReactElement {
  const { t } = useTranslation();
  return (
    <SelectField label={t('settings.dialect')} note={t('settings.dialectNote')} data-testid="settings-dialect" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('settings.dialectAuto')}</option>
      {dialectChoices.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
