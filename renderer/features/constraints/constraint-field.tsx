import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import styles from './constraints.module.css';

/** As the contract allows, characters. */
const longest = 2_000;

interface ConstraintFieldProps {
  label: string;
  /** What stands in it at first; with a text the focus goes there. */
  start?: string;
  placeholder?: string;
  /** Resolves to false when it could not be kept; the words then stay. */
  onSubmit(text: string): Promise<boolean>;
  /** Escape; without it Escape does nothing. */
  onCancel?(): void;
  /** Its buttons. */
  children: ReactNode;
}

/** A line to write a bound in: Enter keeps it, Escape leaves it. */
export function ConstraintField({ label, start = '', placeholder, onSubmit, onCancel, children }: ConstraintFieldProps): ReactElement {
  const [text, setText] = useState(start);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (start) input.current?.select();
  }, [start]);
  const submit = async (): Promise<void> => {
    if (text.trim() && (await onSubmit(text.trim())) && !start) setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <input ref={input} value={text} maxLength={longest} aria-label={label} placeholder={placeholder} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} />
      {children}
    </form>
  );
}
