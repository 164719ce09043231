import { useEffect, useState } from 'react';

/** How long the dialog must have been on screen before "Allow" counts, milliseconds: a click meant for what was there before can't approve. */
export const armDelay = 700;

/**
 * False until the component has been visible for `armDelay` without a break. Mount it anew
 * (by `key`) for each request, so that new content always starts unarmed.
 */
export function useArming(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      setArmed(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setArmed(true), armDelay);
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, []);
  return armed;
}
