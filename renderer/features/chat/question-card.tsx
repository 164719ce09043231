import { MessageCircleQuestion } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import type { QuestionItem } from './conversation';
import styles from './question-card.module.css';

/** A question of the assistant: its options as buttons; any other answer is typed in the composer. */
export function QuestionCard({ item }: { item: QuestionItem }): ReactElement {
  const { t } = useTranslation();
  const answer = useApp((store) => store.answer);
  return (
    <section className={[styles.card, !item.open && styles.closed].filter(Boolean).join(' ')} data-testid="question" aria-label={t('chat.question')}>
      <p className={styles.question}>
        <MessageCircleQuestion size={18} aria-hidden />
        {visible(item.question)}
      </p>
      {item.open && item.options.length > 0 && (
        <div className={styles.options}>
          {item.options.map((option) => (
            <Button key={option} data-testid="question-option" onClick={() => void answer(item, option)}>
              {visible(option)}
            </Button>
          ))}
        </div>
      )}
      {item.open && <p className={styles.hint}>{t(item.options.length > 0 ? 'chat.answerHintOptions' : 'chat.answerHint')}</p>}
      {item.answer !== null && (
        <p className={styles.answer}>
          {t('chat.youAnswered')} <b>{item.answer}</b>
        </p>
      )}
      {!item.open && item.answer === null && <p className={styles.answer}>{t('chat.noLongerAsked')}</p>}
    </section>
  );
}
