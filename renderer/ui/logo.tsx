import type { ReactElement } from 'react';

/** Deskwright's mark: two boards held by a dovetail, the joint that needs no nail. */
export function Logo({ size = 24 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M7 8h8.2v4.1l6.3-2.3v12.4l-6.3-2.3V24H7z"
        fill="var(--accent-ink)"
      />
      <path d="M17.6 8H25v16h-7.4v-1l5.9 2.1V6.9L17.6 9z" fill="var(--accent-ink)" opacity=".45" />
    </svg>
  );
}
