import { X } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentRequestView } from '../../../preload/contract/sessions';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import styles from './sent-dialog.module.css';

const PLACEHOLDER = /\[\[(?:SECRET|PRIVATE)_\d+\]\]/g;

function Request({ request }: { request: SentRequestView }): ReactElement {
  const { t, i18n } = useTranslation();
  const fresh = request.messages.filter((message) => message.fresh);
  const kept = new Set(request.messages.flatMap(({ text }) => text.match(PLACEHOLDER) ?? []));
  return (
    <details className={styles.request}>
      <summary>
        <b>{request.number}</b> {new Date(request.at).toLocaleTimeString(i18n.language)} → {request.to} ({request.model}) ·{' '}
        {t('sent.messages', { count: request.messages.length, fresh: fresh.length })}
        {kept.size > 0 && <span className={styles.kept}> · {t('sent.kept', { names: [...kept].join(' ') })}</span>}
      </summary>
      {request.messages.map((message, index) => (
        <div key={index} className={message.fresh ? styles.fresh : styles.old}>
          <p>{message.role}</p>
          <pre>{message.text}</pre>
        </div>
      ))}
    </details>
  );
}

/** What left this machine: each request of a session, as it was sent. */
export function SentDialog({ requests }: { requests: SentRequestView[] }): ReactElement {
  const { t } = useTranslation();
  const { hideSent } = usePick('hideSent');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} data-testid="sent" aria-labelledby="sent-title" onClose={hideSent}>
      <header>
        <h2 id="sent-title">{t('sent.title')}</h2>
        <Button look="quiet" icon aria-label={t('sent.close')} onClick={hideSent}>
          <X size={18} aria-hidden />
        </Button>
      </header>
      <p className={styles.lead}>{t(requests.length === 0 ? 'sent.nothing' : 'sent.lead')}</p>
      <div className={styles.list}>
        {requests.map((request) => (
          <Request key={request.number} request={request} />
        ))}
      </div>
    </dialog>
  );
}
