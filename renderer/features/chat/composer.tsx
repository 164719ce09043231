import { ArrowUp, Pause, Play, Square } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useConversation, usePick } from '../../app/store-context';
import { shortcut } from '../../lib/shortcut';
import { Button } from '../../ui/button';
import styles from './composer.module.css';
import type { QuestionItem } from './conversation';

/** Name of the composer's field, for the shortcut that goes there. */
export const composerId = 'composer';

function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [text]);
  return field;
}

function RunControls(): ReactElement {
  const { t } = useTranslation();
  const { paused, stopping, stop, pause } = usePick('paused', 'stopping', 'stop', 'pause');
  const app = useApp((store) => store.app);
  const keys = shortcut(app?.platform ?? '', '.');
  const hotkey = app?.stop_hotkey;
  return (
    <>
      <Button data-testid="pause" aria-pressed={paused} disabled={stopping} onClick={() => void pause(!paused)}>
        {paused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
        {t(paused ? 'run.resume' : 'run.pause')}
      </Button>
      <Button data-testid="stop" look="danger" aria-keyshortcuts="Control+." title={hotkey ? t('run.stopHintHotkey', { keys, hotkey }) : t('run.stopHint', { keys })} onClick={() => void stop()}>
        <Square size={13} fill="currentColor" aria-hidden />
        {t(stopping ? 'run.stopping' : 'run.stop')}
      </Button>
    </>
  );
}

/** Where the person writes: a request, or the answer to an open question. Stop and Pause stand here while a run goes on. */
export function Composer(): ReactElement {
  const { t } = useTranslation();
  const { draft, setDraft, send, answer, sending, sendError } = usePick('draft', 'setDraft', 'send', 'answer', 'sending', 'sendError');
  const { active, current, running } = usePick('active', 'current', 'running');
  const ready = useApp((store) => store.app !== null);
  const conversation = useConversation();
  const question = conversation.items.findLast((item): item is QuestionItem => item.kind === 'question' && item.open);
  const answering = active && current === running ? question : undefined;
  const field = useGrowing(draft);

  const empty = draft.trim() === '';
  const why = !ready ? t('chat.why.starting') : sending ? t('chat.why.sending') : active && !answering ? t('chat.why.active') : empty ? t('chat.why.empty') : null;

  const submit = (): void => {
    if (why) return;
    if (answering) {
      setDraft('');
      void answer(answering, draft.trim());
    } else {
      void send(draft.trim());
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    /* 229: the key that ends an input method's composition reports isComposing false on some systems. */
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className={styles.dock}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.box}>
        {sendError && (
          <p className={styles.error} role="alert">
            {t('chat.notSent', { reason: sendError })}
          </p>
        )}
        <textarea
          ref={field}
          id={composerId}
          className={styles.field}
          data-testid="composer"
          rows={1}
          autoFocus
          value={draft}
          aria-label={t(answering ? 'chat.answerField' : 'chat.field')}
          aria-describedby="composer-why"
          placeholder={t(answering ? 'chat.answerPlaceholder' : 'chat.placeholder')}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.row}>
          <p id="composer-why" className={styles.why}>
            {why && !empty ? why : active && !answering ? '' : t('chat.keys')}
          </p>
          {active && <RunControls />}
          <Button data-testid="send" look="primary" icon type="submit" disabled={why !== null} aria-label={t('chat.send')} title={why ?? t('chat.send')}>
            <ArrowUp size={18} aria-hidden />
          </Button>
        </div>
      </div>
    </form>
  );
}
