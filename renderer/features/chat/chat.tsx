import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useConversation, usePick } from '../../app/store-context';
import { Boundary } from '../../ui/boundary';
import { Onboarding } from '../onboarding/onboarding';
import styles from './chat.module.css';
import { Composer } from './composer';
import { EmptyChat } from './empty-chat';
import { Message } from './message';

/** Within this many pixels of the end the person is reading along, so new content scrolls into view. */
const nearEnd = 80;

/** What stands before the first message; nothing until it is known whether the person is new. */
function Beginning(): ReactElement | null {
  const { app, active } = usePick('app', 'active');
  if (!app) return null;
  return app.settings.onboarded || active ? <EmptyChat /> : <Onboarding />;
}

/** The conversation that is shown, and the composer under it. */
export function Chat(): ReactElement {
  const { t } = useTranslation();
  const conversation = useConversation();
  const streaming = conversation.items.some((item) => item.kind === 'assistant' && item.streaming);
  const newcomer = useApp((store) => store.app?.settings.onboarded === false);
  const { active, save } = usePick('active', 'save');
  const scroll = useRef<HTMLDivElement>(null);
  const following = useRef(true);

  useEffect(() => {
    if (newcomer && active) void save({ onboarded: true });
  }, [newcomer, active, save]);
  useEffect(() => {
    following.current = true;
  }, [conversation.key]);
  useEffect(() => {
    const view = scroll.current;
    if (!view) return;
    const observer = new ResizeObserver(() => {
      if (following.current) view.scrollTo({ top: view.scrollHeight });
    });
    observer.observe(view);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (following.current) scroll.current?.scrollTo({ top: scroll.current.scrollHeight });
  }, [conversation.items]);

  const onScroll = (): void => {
    const view = scroll.current;
    if (view) following.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
  };

  return (
    <main className={styles.chat} aria-label={t('chat.region')}>
      <div className={styles.scroll} ref={scroll} onScroll={onScroll} tabIndex={-1} data-quiet-focus>
        {conversation.items.length === 0 ? (
          <Beginning />
        ) : (
          <div className={styles.list} role="log" aria-live="polite" aria-busy={streaming} aria-label={t('chat.region')}>
            {conversation.items.map((item) => (
              <Boundary key={item.key} fallback={(error) => <p className={styles.broken}>{t('chat.cannotDraw', { reason: error.message })}</p>}>
                <Message item={item} />
              </Boundary>
            ))}
          </div>
        )}
      </div>
      <Composer />
    </main>
  );
}
