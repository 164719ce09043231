import { useEffect } from 'react';
import { composerId } from '../features/chat/composer';
import { usePick } from './store-context';

/** Ctrl (⌘ on a Mac) with . stops, N begins anew, comma opens the settings, L goes to the composer. */
export function useShortcuts(): void {
  const { active, stop, newConversation, openSettings } = usePick('active', 'stop', 'newConversation', 'openSettings');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const acts: Record<string, () => void> = {
        '.': () => {
          if (active) void stop();
        },
        n: newConversation,
        ',': openSettings,
        l: () => document.getElementById(composerId)?.focus(),
      };
      const act = acts[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active, stop, newConversation, openSettings]);
}
