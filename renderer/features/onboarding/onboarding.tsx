import { CirclePlay, Plug, ShieldCheck } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Logo } from '../../ui/logo';
import { ConnectForm } from './connect-form';
import styles from './onboarding.module.css';

interface WaysProps {
  demonstration: string;
  onConnect(): void;
}

function Ways({ demonstration, onConnect }: WaysProps): ReactElement {
  const { t } = useTranslation();
  const { send, sending } = usePick('send', 'sending');
  return (
    <>
      <div className={styles.intro}>
        <Logo size={44} />
        <h1>{t('onboarding.title')}</h1>
        <p className={styles.lead}>{t('onboarding.lead')}</p>
      </div>
      <div className={styles.ways}>
        <button type="button" className={`${styles.way} ${styles.first}`} data-testid="onboarding-demo" disabled={sending} onClick={() => void send(demonstration)}>
          <CirclePlay size={26} aria-hidden />
          <b>{t('onboarding.demo')}</b>
          <span>{t('onboarding.demoNote')}</span>
        </button>
        <button type="button" className={styles.way} data-testid="onboarding-connect" onClick={onConnect}>
          <Plug size={26} aria-hidden />
          <b>{t('onboarding.connect')}</b>
          <span>{t('onboarding.connectNote')}</span>
        </button>
      </div>
    </>
  );
}

/** The first-run screen: what Deskwright is, and two ways to begin. Asking straight away, in the composer below it, is the third. */
export function Onboarding(): ReactElement | null {
  const { t } = useTranslation();
  const { app, save } = usePick('app', 'save');
  const [connecting, setConnecting] = useState(false);
  if (!app) return null;
  return (
    <div className={styles.welcome} data-testid="onboarding">
      {connecting ? (
        <ConnectForm view={app.settings} onBack={() => setConnecting(false)} />
      ) : (
        <Ways demonstration={app.demonstration} onConnect={() => setConnecting(true)} />
      )}
      <p className={styles.small}>
        <ShieldCheck size={17} aria-hidden />
        <span>
          {t('onboarding.privacy')}{' '}
          <button type="button" className={styles.skip} data-testid="onboarding-skip" onClick={() => void save({ onboarded: true })}>
            {t('onboarding.skip')}
          </button>
        </span>
      </p>
    </div>
  );
}
