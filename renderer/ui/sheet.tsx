import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button';
import styles from './sheet.module.css';

interface SheetProps {
  title: string;
  /** A word under the title. */
  lead?: ReactNode;
  closeLabel: string;
  testId: string;
  wide?: boolean;
  onClose(): void;
  /** What stands below, whatever is scrolled. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A dialog over the window. The keyboard begins at its title, so that no prepared key presses a button of it; Escape closes it. */
export function Sheet({ title, lead, closeLabel, testId, wide = false, onClose, foot, children }: SheetProps): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // As it was when this was first drawn: an effect may run when the focus has moved already.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    // In development React runs effects twice, and an open dialog can't be opened.
    if (!dialog.current?.open) dialog.current?.showModal();
    heading.current?.focus();
    // Whoever works by keyboard goes on where they were.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return (
    <dialog
      ref={dialog}
      className={[styles.dialog, wide && styles.broad].filter(Boolean).join(' ')}
      data-testid={testId}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file field's own cancel bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} data-quiet-focus>
          {title}
        </h2>
        <Button look="quiet" icon data-testid={`${testId}-close`} aria-label={closeLabel} onClick={onClose}>
          <X size={18} aria-hidden />
        </Button>
      </header>
      <div className={styles.body}>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </dialog>
  );
}

/** What went wrong or right, at the left of a sheet's foot; read out when it changes. */
export function SheetWord({ text, bad = false, testId }: { text: string; bad?: boolean; testId?: string }): ReactElement {
  return (
    <p className={[styles.word, bad && styles.bad].filter(Boolean).join(' ')} role="status" data-testid={testId}>
      {text}
    </p>
  );
}
