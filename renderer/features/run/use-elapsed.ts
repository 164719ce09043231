import { useEffect, useState } from 'react';

/** Milliseconds from `start` to `end`, counting on while there is no end; null before the start. */
export function useElapsed(start: number | null, end: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  const counting = start !== null && end === null;
  useEffect(() => {
    if (!counting) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [counting, start]);
  return start === null ? null : Math.max(0, (end ?? now) - start);
}
