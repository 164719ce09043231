import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { usePick } from '../../app/store-context';
import styles from './trouble.module.css';

/**
 * Why Stop, Pause or the trace didn't work, or why there is no desktop. Stands above the chat, so that
 * the composer at the window's foot never moves under the pointer when it comes or goes.
 */
export function Trouble(): ReactElement | null {
  const { app, runError } = usePick('app', 'runError');
  const text = runError ?? app?.desktop.reason;
  if (!text) return null;
  return (
    <p className={styles.trouble} role={runError ? 'alert' : undefined} data-testid="trouble">
      <TriangleAlert size={16} aria-hidden />
      {text}
    </p>
  );
}
