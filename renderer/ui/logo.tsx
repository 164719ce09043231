import type { ReactElement } from 'react';

/** Deskwright's mark: two boards held by a dovetail, the joint that needs no nail. */
export function Logo({ size = 24 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1f7560" />
      <path d="M8 0h4.5v11.2L22 8v16l-9.5-3.2V32H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z" fill="#a9dccb" />
    </svg>
  );
}
