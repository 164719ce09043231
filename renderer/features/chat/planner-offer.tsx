import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, usePick } from '../../app/store-context';
import { Button } from '../../ui/button';

/** Offers the offline planner for the task whose model could not be reached, as long as nothing was asked since. */
export function PlannerOffer({ noticeKey }: { noticeKey: string }): ReactElement | null {
  const { t } = useTranslation();
  const { items } = useConversation();
  const { active, sending, send } = usePick('active', 'sending', 'send');
  const at = items.findIndex(({ key }) => key === noticeKey);
  const asked = items.findLast((item) => item.kind === 'user');
  if (!asked || items.indexOf(asked) > at) return null;
  return (
    <Button data-testid="planner-offer" disabled={active || sending} title={t('chat.plannerOfferHint')} onClick={() => void send(asked.text, { planner: true })}>
      {t('chat.plannerOffer')}
    </Button>
  );
}
