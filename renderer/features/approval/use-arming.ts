import { useEffect, useState } from 'react';
import { afterPaint } from '../../lib/after-paint';

/** How long the dialog must have been on screen before "Allow" counts, milliseconds: a click meant for what was there before can't approve. */
export const armDelay = 700;

/**
 * False until the component has been painted and in sight for `armDelay` without a break. `sight`: what
 * `useSight` says. `focus`: counts anew whenever the window gets the keyboard. Mount it anew (by `key`)
 * for each request, so that new content always starts unarmed.
 */
export function useArming(sight: number | null, { focus = false } = {}): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let cancel = (): void => undefined;
    const restart = (): void => {
      cancel();
      setArmed(false);
      if (sight === null || document.visibilityState !== 'visible') return;
      cancel = afterPaint(() => {
        // Painting may have stood still meanwhile: it must go on at the end too.
        const timer = setTimeout(() => (cancel = afterPaint(() => setArmed(true))), armDelay);
        cancel = () => clearTimeout(timer);
      });
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    if (focus) window.addEventListener('focus', restart);
    return () => {
      cancel();
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('focus', restart);
    };
  }, [sight, focus]);
  return armed;
}
