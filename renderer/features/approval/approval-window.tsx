import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/approval';
import type { DesktopBridge } from '../../../preload/contract/bridge';
import { applyLanguage } from '../../lib/i18n';
import { applyTheme } from '../../lib/theme';
import { untilAnswered } from '../../lib/until-answered';
import { ApprovalDialog } from './approval-dialog';
import styles from './approval.module.css';
import { useSight } from './use-sight';

type Bridge = Pick<DesktopBridge, 'getApproval' | 'onApproval' | 'onDialogPlace' | 'answerApproval' | 'getState' | 'onState'>;

/** What waits, with the number of times something arrived: content that arrives anew is armed anew. */
interface Waiting {
  request: ApprovalRequest | null;
  arrival: number;
}

/** The approval window: the request that waits, or a word that nothing does. */
export function ApprovalWindow({ bridge }: { bridge: Bridge }): ReactElement {
  const { t } = useTranslation();
  const sight = useSight(bridge.onDialogPlace);
  const [{ request, arrival }, setWaiting] = useState<Waiting>({ request: null, arrival: 0 });

  useEffect(() => {
    const receive = (next: ApprovalRequest | null): void => setWaiting((last) => ({ request: next, arrival: last.arrival + 1 }));
    const stopAsking = untilAnswered(() => bridge.getApproval(), receive);
    const stopListening = bridge.onApproval((next) => {
      stopAsking();
      receive(next);
    });
    return () => {
      stopAsking();
      stopListening();
    };
  }, [bridge]);

  useEffect(() => {
    const draw = (state: Awaited<ReturnType<Bridge['getState']>>): void => {
      applyLanguage(state.language);
      applyTheme(state.settings.theme);
    };
    const stopAsking = untilAnswered(() => bridge.getState(), draw);
    const stopListening = bridge.onState(draw);
    return () => {
      stopAsking();
      stopListening();
    };
  }, [bridge]);

  if (!request) return <p className={styles.none}>{t('approval.none')}</p>;
  return <ApprovalDialog key={arrival} request={request} sight={sight} answer={(answer) => bridge.answerApproval(answer)} />;
}
