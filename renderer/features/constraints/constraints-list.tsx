import { Plus } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { ConstraintField } from './constraint-field';
import { ConstraintItem } from './constraint-item';
import styles from './constraints.module.css';

/** The bounds that the person set in this session, word for word: to be seen, edited, removed and added to. */
export function ConstraintsList(): ReactElement | null {
  const { t } = useTranslation();
  const { session, constraints } = useConversation();
  const { constraintsError, loadConstraints, saveConstraints } = usePick('constraintsError', 'loadConstraints', 'saveConstraints');
  useEffect(() => {
    if (session !== null) void loadConstraints(session);
  }, [session, loadConstraints]);
  if (session === null) return null;

  const texts = constraints.map(({ text }) => text);
  const save = (next: string[]): Promise<boolean> => saveConstraints(session, next);
  return (
    <section className={styles.constraints} data-testid="constraints" data-empty={texts.length === 0 || undefined} aria-label={t('constraints.title')}>
      <h2 className={styles.head}>{t('constraints.title')}</h2>
      {texts.length === 0 && <p className={styles.none}>{t('constraints.none')}</p>}
      {constraintsError && (
        <p className={styles.trouble} role="alert">
          {t('constraints.failed', { reason: constraintsError })}
        </p>
      )}
      <ul className={styles.list}>
        {constraints.map((constraint, index) => (
          <ConstraintItem
            key={index}
            constraint={constraint}
            onChange={(text) => save(texts.with(index, text))}
            onRemove={() => void save(texts.filter((_text, other) => other !== index))}
          />
        ))}
      </ul>
      <ConstraintField label={t('constraints.addLabel')} placeholder={t('constraints.placeholder')} onSubmit={(text) => save([...texts, text])}>
        <Button type="submit" look="quiet" icon aria-label={t('constraints.add')} title={t('constraints.add')}>
          <Plus size={15} aria-hidden />
        </Button>
      </ConstraintField>
    </section>
  );
}
