import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/field';
import { numberOf, type NumberName, type Numbers } from './numbers';
import styles from './settings-dialog.module.css';

interface NumberFieldProps {
  name: NumberName;
  numbers: Numbers;
  onChange(numbers: Numbers): void;
}

function NumberField({ name, numbers, onChange }: NumberFieldProps): ReactElement {
  const { t } = useTranslation();
  const wrong = numberOf(name, numbers[name]) === undefined;
  return (
    <TextField
      label={t(`settings.number.${name}`)}
      note={wrong ? t('settings.numberWrong') : undefined}
      noteTone="warn"
      data-testid={`settings-${name.replace('_', '-')}`}
      inputMode="decimal"
      aria-invalid={wrong}
      placeholder={t(name.startsWith('max') ? 'settings.unlimited' : 'settings.asKnown')}
      value={numbers[name]}
      onChange={(event) => onChange({ ...numbers, [name]: event.target.value })}
    />
  );
}

/** What the model takes and costs, where it isn't known or is known wrongly. */
export function ModelNumbers({ numbers, onChange }: Omit<NumberFieldProps, 'name'>): ReactElement {
  return (
    <div className={styles.triple}>
      {(['context_window', 'price_input', 'price_output'] as const).map((name) => (
        <NumberField key={name} name={name} numbers={numbers} onChange={onChange} />
      ))}
    </div>
  );
}

/** The limits of one run beside its steps. */
export function LimitFields({ numbers, onChange }: Omit<NumberFieldProps, 'name'>): ReactElement {
  return (
    <div className={styles.triple}>
      {(['max_tokens', 'max_cost', 'max_minutes'] as const).map((name) => (
        <NumberField key={name} name={name} numbers={numbers} onChange={onChange} />
      ))}
    </div>
  );
}
