import { useEffect, useState } from 'react';
import type { DialogPlace } from '../../../preload/contract/approval';

/**
 * Whether the person can see the window: null while the system has not put it on the screen (a page takes itself for
 * visible from when that was asked for), else a number that is another one each time the window comes to the screen,
 * to another place of it, or has something else above it.
 */
export function useSight(onPlace: (listener: (place: DialogPlace) => void) => () => void): number | null {
  const [sight, set] = useState({ shown: true, times: 0 });
  useEffect(() => {
    let last: DialogPlace | null = null;
    return onPlace((now) => {
      const before = last;
      last = now;
      if (before ? before.shown !== now.shown || before.place !== now.place : !now.shown) set(({ times }) => ({ shown: now.shown, times: times + 1 }));
    });
  }, [onPlace]);
  return sight.shown ? sight.times : null;
}
