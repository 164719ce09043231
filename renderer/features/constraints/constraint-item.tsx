import { Check, MessageSquareText, Pencil, ShieldCheck, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Constraint } from '../../../preload/contract/constraints';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { ConstraintField } from './constraint-field';
import styles from './constraints.module.css';

interface ConstraintItemProps {
  constraint: Constraint;
  /** Resolves to false when it could not be kept. */
  onChange(text: string): Promise<boolean>;
  onRemove(): void;
}

/** One bound in the person's words, with who holds to it; edited in place. */
export function ConstraintItem({ constraint, onChange, onRemove }: ConstraintItemProps): ReactElement {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { text, exceptions, enforced } = constraint;
  const Holder = enforced ? ShieldCheck : MessageSquareText;
  const left = useRef(false);
  // The keyboard goes on from the button, as soon as it is back.
  useLayoutEffect(() => {
    if (editing || !left.current) return;
    left.current = false;
    edit.current?.focus();
  }, [editing]);
  const leave = (): void => {
    left.current = true;
    setEditing(false);
  };

  if (editing) {
    return (
      <li className={styles.item}>
        <ConstraintField label={t('constraints.editLabel')} start={text} onCancel={leave} onSubmit={async (next) => (await onChange(next)) && (leave(), true)}>
          <Button type="submit" look="quiet" icon aria-label={t('constraints.save')} title={t('constraints.save')}>
            <Check size={15} aria-hidden />
          </Button>
          <Button look="quiet" icon aria-label={t('constraints.cancel')} title={t('constraints.cancel')} onClick={leave}>
            <X size={15} aria-hidden />
          </Button>
        </ConstraintField>
      </li>
    );
  }
  return (
    <li className={styles.item}>
      <span className={enforced ? styles.enforced : styles.told} title={t(enforced ? 'constraints.enforced' : 'constraints.told')}>
        <Holder size={15} role="img" aria-label={t(enforced ? 'constraints.enforced' : 'constraints.told')} />
      </span>
      <span className={styles.words}>
        {visible(text)}
        {exceptions.map((exception) => (
          <small key={exception}>{t('constraints.except', { words: visible(exception) })}</small>
        ))}
      </span>
      <Button ref={edit} look="quiet" icon aria-label={t('constraints.edit', { words: text })} title={t('constraints.editHint')} onClick={() => setEditing(true)}>
        <Pencil size={14} aria-hidden />
      </Button>
      <Button look="quiet" icon aria-label={t('constraints.remove', { words: text })} title={t('constraints.removeHint')} onClick={onRemove}>
        <Trash2 size={14} aria-hidden />
      </Button>
    </li>
  );
}
