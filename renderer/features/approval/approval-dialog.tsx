import { Hand, ShieldAlert, Undo2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalAnswer, ApprovalRequest } from '../../../preload/contract/approval';
import { reason } from '../../lib/slice';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { AllowButton } from './allow-button';
import styles from './approval.module.css';
import { KeyboardConfirm } from './keyboard-confirm';
import { PlaceView } from './place';
import { useArming } from './use-arming';

interface ApprovalDialogProps {
  request: ApprovalRequest;
  /** Where the window can be seen, as `useSight` says it. */
  sight: number | null;
  answer(answer: ApprovalAnswer): Promise<void>;
  isGenuine?(event: Event): boolean;
}

const tones = { reversible: 'good', risky: 'warn', consequential: 'bad' } as const;
const icons = { reversible: Undo2, risky: Hand, consequential: ShieldAlert } as const;

/**
 * One request and its answer. Nothing is focused that could answer, so Enter alone does nothing;
 * Escape goes to Deny, which is one more Enter away; allowing takes a pointer or the code (AllowButton).
 * Mount it anew for each request.
 */
export function ApprovalDialog({ request, sight, answer, isGenuine = (event) => event.isTrusted }: ApprovalDialogProps): ReactElement {
  const { t } = useTranslation();
  const armed = useArming(sight);
  const armedKeys = useArming(sight, { focus: true });
  const [message, setMessage] = useState('');
  const [confirming, setConfirming] = useState<'allow_once' | 'allow_session' | null>(null);
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const deny = useRef<HTMLButtonElement>(null);
  const scope = useId();
  const Icon = icons[request.level];

  useEffect(() => heading.current?.focus(), []);
  // In a list of windows, and to a screen reader, this one must not look like the app's other one.
  useEffect(() => {
    document.title = `${visible(request.title)} – Deskwright`;
  }, [request.title]);

  const decide = async (decision: ApprovalAnswer['decision']): Promise<void> => {
    if (sent) return;
    setSent(true);
    setConfirming(null);
    setError(null);
    const words = message.trim();
    try {
      await answer(decision === 'deny' && words ? { id: request.id, decision, message: words } : { id: request.id, decision });
    } catch (problem) {
      setError(reason(problem));
      setSent(false);
    }
  };
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    setConfirming(null);
    deny.current?.focus();
  };
  const allow = (decision: 'allow_once' | 'allow_session') => ({
    armed,
    armedKeys,
    sent,
    isGenuine,
    onAllow: () => void decide(decision),
    onConfirm: () => setConfirming(decision),
  });

  return (
    <div
      className={styles.dialog}
      data-testid="approval-dialog"
      data-level={request.level}
      data-hidden={sight === null}
      data-armed={armed}
      data-armed-keys={armedKeys}
      data-sent={sent}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="approval-title"
      aria-describedby={request.what ? 'approval-what approval-why' : 'approval-why'}
      tabIndex={-1}
      data-quiet-focus
      onKeyDown={onEscape}
    >
      <header className={styles.head}>
        <p className={styles.line}>
          <Badge tone={tones[request.level]}>
            <Icon size={13} aria-hidden />
            {t(`approval.level.${request.level}`)}
          </Badge>
          <span className={styles.tool}>{request.tool}</span>
        </p>
        <h1 id="approval-title" ref={heading} tabIndex={-1}>
          {visible(request.title)}
        </h1>
        {request.what && <p id="approval-what" className={styles.what}>{visible(request.what)}</p>}
      </header>
      <div className={styles.body}>
        {request.why.length > 0 && (
          <section id="approval-why" className={[styles.why, styles[request.level]].filter(Boolean).join(' ')}>
            <h2>{t('approval.why')}</h2>
            <ul>
              {request.why.map((sentence) => (
                <li key={sentence}>{visible(sentence)}</li>
              ))}
            </ul>
          </section>
        )}
        {request.where.map((place, index) => (
          <PlaceView key={index} place={place} />
        ))}
      </div>
      <footer className={styles.foot}>
        <div className={styles.row}>
          <input
            className={styles.reason}
            data-testid="approval-reason"
            aria-label={t('approval.message')}
            placeholder={t('approval.message')}
            maxLength={2000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.keyCode !== 229 && message.trim() !== '') void decide('deny');
            }}
          />
          <Button ref={deny} data-testid="approval-deny" disabled={sent} onClick={() => void decide('deny')}>
            {t('approval.deny')}
          </Button>
        </div>
        {error && (
          <p className={styles.error} role="alert">
            {t('approval.notAnswered', { reason: error })}
          </p>
        )}
        <div className={styles.row}>
          <p className={styles.words}>
            {request.session_scope !== null && (
              <span id={scope}>
                {t('approval.scope')} {visible(request.session_scope)}
              </span>
            )}
            <span className={styles.keys}>{t('approval.keys')}</span>
          </p>
          {request.session_scope !== null && (
            <AllowButton {...allow('allow_session')} look="plain" testId="approval-allow-session" describedBy={scope}>
              {t('approval.allowSession')}
            </AllowButton>
          )}
          <AllowButton {...allow('allow_once')} look={request.level === 'consequential' ? 'danger' : 'primary'} testId="approval-allow-once">
            {t('approval.allowOnce')}
          </AllowButton>
        </div>
        {confirming && (
          <KeyboardConfirm
            key={confirming}
            action={t(confirming === 'allow_once' ? 'approval.allowOnce' : 'approval.allowSession')}
            onConfirm={() => void decide(confirming)}
            onCancel={() => {
              setConfirming(null);
              heading.current?.focus();
            }}
          />
        )}
      </footer>
    </div>
  );
}
