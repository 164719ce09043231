import type { ReactElement } from 'react';
import { splitDiff } from '../lib/split-diff';
import { visible } from '../lib/visible';
import styles from './diff.module.css';

/** A unified diff, coloured; the signs stay, so colour is never the only difference. */
export function Diff({ text, label }: { text: string; label: string }): ReactElement {
  return (
    <pre className={styles.diff} tabIndex={0} aria-label={label}>
      <code className={styles.lines}>
        {splitDiff(text).map((line, index) => (
          <span key={index} className={[styles.line, styles[line.kind]].join(' ')}>
            {visible(line.text) || ' '}
          </span>
        ))}
      </code>
    </pre>
  );
}
