import { Bot, Folder, Monitor, MonitorOff, Waypoints } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveConversation, usePick } from '../../app/store-context';
import { formatElapsed, lastPart } from '../../lib/format';
import { activity } from './activity';
import styles from './status-line.module.css';
import { useElapsed } from './use-elapsed';

function Tokens(): ReactElement {
  const { t, i18n } = useTranslation();
  const { usage } = useActiveConversation();
  const count = (value: number): string => value.toLocaleString(i18n.language);
  const total = usage.input + usage.output;
  return (
    <span className={styles.fact} data-testid="usage" title={t('status.tokensTitle', { input: count(usage.input), output: count(usage.output) })}>
      <span>{total === 0 ? t('status.noTokens') : t(usage.estimated ? 'status.tokensEstimated' : 'status.tokens', { total: count(total) })}</span>
      {usage.cost !== null && usage.cost > 0 && <span>{t(usage.estimated ? 'status.costEstimated' : 'status.cost', { cost: usage.cost < 0.01 ? '< 0.01' : usage.cost.toFixed(2) })}</span>}
    </span>
  );
}

/** The line at the window's foot: what is going on, with which model, where, at what cost, for how long. */
export function StatusLine(): ReactElement {
  const { t } = useTranslation();
  const { app, active, paused, stopping, openTraceOf } = usePick('app', 'active', 'paused', 'stopping', 'openTraceOf');
  const conversation = useActiveConversation();
  const elapsed = useElapsed(conversation.startedAt, conversation.endedAt);
  if (!app) return <footer className={styles.line}>&nbsp;</footer>;
  const { key, values } = activity(conversation, { active, paused, stopping });
  // Without a reason it is still being looked for.
  const noDesktop = !app.desktop.available && app.desktop.reason !== '';
  const workspace = conversation.workspace || app.settings.workspace;
  return (
    <footer aria-label={t('status.region')}>
      <div className={styles.line} data-testid="status">
        <p className={`${styles.fact} ${styles.activity}`} role="status" aria-live="polite">
          <i className={[styles.dot, active && styles.busy, (paused || key === 'run.waitingForYes') && styles.held].filter(Boolean).join(' ')} aria-hidden />
          <span>{t(key, values)}</span>
        </p>
        {elapsed !== null && (
          <span className={styles.fact} role="timer" aria-label={t('status.elapsed')}>
            {formatElapsed(elapsed)}
          </span>
        )}
        <Tokens />
        <span className={`${styles.fact} ${styles.wideOnly}`} title={t(app.model.kind === 'planner' ? 'status.plannerTitle' : 'status.modelTitle')}>
          <Bot size={14} aria-hidden />
          <span>{app.model.kind === 'planner' ? t('status.planner') : app.model.name}</span>
        </span>
        <span className={[styles.fact, styles.wideOnly, noDesktop && styles.warn].filter(Boolean).join(' ')} title={app.desktop.reason}>
          {noDesktop ? <MonitorOff size={14} aria-hidden /> : <Monitor size={14} aria-hidden />}
          <span>{t(noDesktop ? 'status.noDesktop' : 'status.desktop')}</span>
        </span>
        <span className={`${styles.fact} ${styles.folder}`} title={workspace}>
          <Folder size={14} aria-hidden />
          <span>{lastPart(workspace)}</span>
        </span>
        {conversation.session && (
          <button type="button" className={`${styles.fact} ${styles.wideOnly} ${styles.link}`} data-testid="trace-open" onClick={() => void openTraceOf(conversation.session ?? '')}>
            <Waypoints size={14} aria-hidden />
            {t('run.trace')}
          </button>
        )}
      </div>
    </footer>
  );
}
