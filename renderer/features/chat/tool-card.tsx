import { ChevronRight, CircleAlert, CircleCheck, CircleSlash, Hand, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import type { ToolItem } from './conversation';
import { describeCall } from './describe-call';
import styles from './tool-card.module.css';
import { ToolDetails } from './tool-details';
import { ToolTrouble } from './tool-trouble';

type State = 'running' | 'asking' | 'success' | 'partial' | 'error' | 'abandoned';

const icons: Record<State, LucideIcon> = {
  running: LoaderCircle,
  asking: Hand,
  success: CircleCheck,
  partial: Hourglass,
  error: CircleAlert,
  abandoned: CircleSlash,
};

function stateOf(item: ToolItem): State {
  if (item.result) return item.result.status;
  if (item.abandoned) return 'abandoned';
  return item.approval?.decision === 'asked' ? 'asking' : 'running';
}

type Decided = ToolItem & { approval: NonNullable<ToolItem['approval']> };

/** What runs by itself needs no word; an open question is one only while it is open. */
function isDecided(item: ToolItem): item is Decided {
  if (!item.approval || (item.approval.decision === 'allow' && item.approval.by === 'policy')) return false;
  return item.approval.decision !== 'asked' || stateOf(item) === 'asking';
}

function Decision({ approval }: Pick<Decided, 'approval'>): ReactElement {
  const { t } = useTranslation();
  if (approval.decision === 'asked') return <Badge tone="warn">{t('approval.state.asked')}</Badge>;
  const tone = approval.decision === 'allow' ? 'good' : 'bad';
  return <Badge tone={tone}>{t(`approval.state.${approval.decision}_${approval.by}`)}</Badge>;
}

/** One tool call: plain words and the tool's name, how it stands, what was decided, what came of it. */
export function ToolCard({ item }: { item: ToolItem }): ReactElement {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const details = useId();
  const state = stateOf(item);
  const Icon = icons[state];
  const error = item.result?.error;
  const { key, values } = describeCall(item.tool, item.arguments, item.target);
  return (
    <article
      className={[styles.card, state === 'asking' && styles.waiting].filter(Boolean).join(' ')}
      data-testid="tool-card"
      data-tool={item.tool}
      data-status={state}
      data-code={error?.code}
    >
      <button type="button" className={styles.head} aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
        <span className={styles.state}>
          <Icon size={16} className={styles[state]} role="img" aria-label={t(`tool.state.${state}`)} />
        </span>
        <span className={styles.title}>
          {visible(t(key, values))}
          <span className={styles.tool}>{item.tool}</span>
        </span>
        <span className={[styles.facts, (error || isDecided(item)) && styles.crowded].filter(Boolean).join(' ')}>
          {isDecided(item) && <Decision approval={item.approval} />}
          {error && (
            <Badge tone="bad" mono>
              {error.code}
            </Badge>
          )}
          {item.result && <span>{formatDuration(item.result.stats.time_ms)}</span>}
        </span>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
      </button>
      {error && <ToolTrouble error={error} reasons={item.approval?.reasons ?? []} />}
      <div id={details} hidden={!open}>
        {open && <ToolDetails item={item} />}
      </div>
    </article>
  );
}
