import { Undo2 } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { ChangeItem } from './change-item';
import styles from './changes.module.css';

/** Keeps the list that of the conversation shown, and fresh while its run goes on. */
function useFreshChanges(): void {
  const { session, items } = useConversation();
  const { active, loadChanges } = usePick('active', 'loadChanges');
  const finished = items.filter((item) => item.kind === 'tool' && item.result !== null).length;
  useEffect(() => {
    void loadChanges(session);
  }, [session, finished, active, loadChanges]);
}

/** What this session changed on disk, newest first: each shown, undone and redone by itself, or all undone. */
export function ChangesPanel(): ReactElement | null {
  useFreshChanges();
  const { t } = useTranslation();
  const { workspace } = useConversation();
  const { active, changes, uncovered, undoing, undoTotal, changesError, undoChanges } = usePick('active', 'changes', 'uncovered', 'undoing', 'undoTotal', 'changesError', 'undoChanges');
  if (changes.length === 0 && uncovered.length === 0 && changesError === null) return null;
  const standing = changes.filter(({ state }) => state === 'made').length;
  const held = active ? t('changes.running') : undefined;
  return (
    <section className={styles.changes} data-testid="changes" aria-label={t('changes.title')}>
      <h2 className={styles.head}>
        {t('changes.title')}
        <span className={styles.count}>{t('changes.count', { standing, all: changes.length })}</span>
        <Button look="quiet" data-testid="undo-all" disabled={active || undoing || standing === 0} title={held} onClick={() => void undoChanges({ direction: 'undo' })}>
          <Undo2 size={15} aria-hidden />
          {t('changes.undoAll')}
        </Button>
      </h2>
      <p className={styles.outcome} role="status" data-testid="undo-outcome">
        {undoTotal && undoTotal.done > 0 && <span>{t(undoTotal.direction === 'undo' ? 'changes.result.done' : 'changes.result.redone', { count: undoTotal.done })}</span>}
        {undoTotal && undoTotal.left > 0 && <span>{t('changes.result.left', { count: undoTotal.left })}</span>}
        {undoTotal && undoTotal.done + undoTotal.left === 0 && <span>{t('changes.result.nothing')}</span>}
      </p>
      {changesError && (
        <p className={styles.trouble} role="alert">
          {t('changes.failed', { reason: changesError })}
        </p>
      )}
      <ol className={styles.list}>
        {[...changes].reverse().map((change) => (
          <ChangeItem key={change.number} change={change} workspace={workspace} held={held} />
        ))}
      </ol>
      {uncovered.length > 0 && (
        <div className={styles.uncovered} data-testid="changes-uncovered">
          <h3>{t('changes.uncovered')}</h3>
          <ul>
            {uncovered.map((path) => (
              <li key={path}>{visible(path)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
