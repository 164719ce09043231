import { useId, type InputHTMLAttributes, type ReactElement, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

interface FieldFrameProps {
  label: string;
  /** A word under the field. */
  note?: ReactNode;
  noteTone?: 'plain' | 'warn';
  /** A button beside the field. */
  action?: ReactNode;
}

function Frame({ id, label, note, noteTone, action, children }: FieldFrameProps & { id: string; children: ReactNode }): ReactElement {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        {children}
        {action}
      </div>
      {note && (
        <p id={`${id}-note`} className={[styles.note, noteTone === 'warn' && styles.warn].filter(Boolean).join(' ')}>
          {note}
        </p>
      )}
    </div>
  );
}

/** One line of text with its label. */
export function TextField({ label, note, noteTone = 'plain', action, ...input }: FieldFrameProps & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const id = useId();
  return (
    <Frame id={id} label={label} note={note} noteTone={noteTone} action={action}>
      <input {...input} id={id} className={styles.input} aria-describedby={note ? `${id}-note` : undefined} />
    </Frame>
  );
}

/** Several lines of text with their label. */
export function LinesField({ label, note, noteTone = 'plain', action, ...area }: FieldFrameProps & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactElement {
  const id = useId();
  return (
    <Frame id={id} label={label} note={note} noteTone={noteTone} action={action}>
      <textarea {...area} id={id} className={styles.input} aria-describedby={note ? `${id}-note` : undefined} />
    </Frame>
  );
}

/** A choice of a few, with its label. */
export function SelectField({ label, note, noteTone = 'plain', action, children, ...select }: FieldFrameProps & SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  const id = useId();
  return (
    <Frame id={id} label={label} note={note} noteTone={noteTone} action={action}>
      <select {...select} id={id} className={styles.input} aria-describedby={note ? `${id}-note` : undefined}>
        {children}
      </select>
    </Frame>
  );
}
