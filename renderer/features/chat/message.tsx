import { CircleAlert, CircleCheck, CircleSlash, Gauge, Info, Repeat2 } from 'lucide-react';
import { memo, useDeferredValue, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunStatus } from '../../../preload/contract/run-event';
import { useConversation, usePick } from '../../app/store-context';
import { formatElapsed } from '../../lib/format';
import { inWindowLanguage } from '../../lib/in-chinese';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { Markdown } from '../../ui/markdown';
import { ReportCard } from '../report/report-card';
import type { ChatItem } from './conversation';
import { Countdown } from './countdown';
import styles from './message.module.css';
import { ForkButton } from './fork-button';
import { PlannerOffer } from './planner-offer';
import { QuestionCard } from './question-card';
import { ToolCard } from './tool-card';

const endIcons: Record<RunStatus, typeof Info> = { completed: CircleCheck, failed: CircleAlert, stopped: CircleSlash, limit: Gauge };

function RunEnd({ item }: { item: Extract<ChatItem, { kind: 'end' }> }): ReactElement {
  const { t } = useTranslation();
  const { openTraceOf, makeRoutine } = usePick('openTraceOf', 'makeRoutine');
  const { session, title, items } = useConversation();
  // A routine is made of the last run that was completed, and of one that did something.
  const end = items.findLastIndex(({ kind }) => kind === 'end');
  const begin = items.findLastIndex(({ kind }, index) => index < end && kind === 'user');
  const latest = items[end]?.key === item.key && items.slice(begin + 1, end).some(({ kind }) => kind === 'tool');
  const Icon = endIcons[item.status];
  return (
    <div className={styles.end} data-testid="run-end" data-status={item.status}>
      {item.text && <Markdown text={item.text} />}
      <p className={[styles.endLine, styles[item.status]].join(' ')}>
        <Icon size={16} aria-hidden />
        {t(`run.end.${item.status}`)}
        {item.elapsed > 0 && <span className={styles.time}>{formatElapsed(item.elapsed)}</span>}
        {session && (
          <Button look="quiet" onClick={() => void openTraceOf(session)}>
            {t('run.trace')}
          </Button>
        )}
        {session && latest && item.status === 'completed' && (
          <Button look="quiet" data-testid="routine-make" onClick={() => void makeRoutine(session, title)}>
            <Repeat2 size={15} aria-hidden />
            {t('routines.save')}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Long answers take a while to draw; deferring them lets typing and Stop go first. */
function Streamed({ text }: { text: string }): ReactElement {
  return <Markdown text={useDeferredValue(text)} />;
}

/** One entry of the conversation. Entries keep their identity, so only what changed is drawn again. */
export const Message = memo(function Message({ item }: { item: ChatItem }): ReactElement {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'user':
      return (
        <div className={styles.user} data-testid="message-user">
          <span className="heard">{t('chat.you')}: </span>
          {item.text}
          {item.message !== undefined && <ForkButton message={item.message} />}
        </div>
      );
    case 'assistant':
      return (
        <div className={[styles.assistant, item.streaming && styles.streaming].filter(Boolean).join(' ')} data-testid="message-assistant">
          <Streamed text={item.text} />
          {item.message !== undefined && <ForkButton message={item.message} />}
        </div>
      );
    case 'tool':
      return <ToolCard item={item} />;
    case 'question':
      return <QuestionCard item={item} />;
    case 'notice':
      return (
        <p className={styles.notice} data-testid="notice" data-code={item.code}>
          <Info size={15} aria-hidden />
          <span>
            {visible(inWindowLanguage(item.text))} {item.until !== null && <Countdown until={item.until} />}
            {item.code === 'MODEL_UNREACHABLE' && <PlannerOffer noticeKey={item.key} />}
          </span>
        </p>
      );
    case 'report':
      return <ReportCard report={item.report} workspace={item.workspace} />;
    case 'end':
      return <RunEnd item={item} />;
  }
});
