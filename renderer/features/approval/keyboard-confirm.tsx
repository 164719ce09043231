import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import styles from './approval.module.css';
import { createConfirmCode } from './confirm-code';

interface KeyboardConfirmProps {
  /** What typing the code does: "Allow once" or "Allow for this session". */
  action: string;
  onConfirm(): void;
  onCancel(): void;
}

/** The second step for people without a pointer: type the two digits that are shown. A wrong try changes them. */
export function KeyboardConfirm({ action, onConfirm, onCancel }: KeyboardConfirmProps): ReactElement {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(createConfirmCode);
  const [typed, setTyped] = useState('');
  const [missed, setMissed] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const onChange = (value: string): void => {
    const digits = value.replace(/\D/g, '').slice(0, code.length);
    if (digits.length < code.length) {
      setTyped(digits);
    } else if (digits === code) {
      onConfirm();
    } else {
      setTyped('');
      setMissed(true);
      setCode(createConfirmCode());
    }
  };

  return (
    <div className={styles.confirm} data-testid="approval-keyboard">
      <label htmlFor={id} aria-live="assertive">
        {missed && `${t('approval.codeMissed')} `}
        {t('approval.codeAsk', { action })} <b data-testid="approval-code">{code}</b>
      </label>
      <input
        ref={field}
        id={id}
        data-testid="approval-code-field"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button look="quiet" onClick={onCancel}>
        {t('approval.codeCancel')}
      </Button>
    </div>
  );
}
