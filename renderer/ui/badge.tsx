import type { ReactElement, ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  mono?: boolean;
  children: ReactNode;
}

/** A short word about a state. */
export function Badge({ tone = 'plain', mono = false, children }: BadgeProps): ReactElement {
  return <span className={[styles.badge, tone !== 'plain' && styles[tone], mono && styles.mono].filter(Boolean).join(' ')}>{children}</span>;
}
