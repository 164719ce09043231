import { Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { Sheet, SheetWord } from '../../ui/sheet';
import { RoutineItem } from './routine-item';
import styles from './routines.module.css';

/** The kept routines. */
export function RoutinesDialog(): ReactElement {
  const { t } = useTranslation();
  const { routines, routinesError, routineDeleted, closeRoutines, undoDeleteRoutine } = usePick('routines', 'routinesError', 'routineDeleted', 'closeRoutines', 'undoDeleteRoutine');
  const word = routinesError ?? (routineDeleted === null ? '' : t('routines.deleted', { name: routineDeleted }));
  return (
    <Sheet
      title={t('routines.title')}
      lead={t(routines.length === 0 ? 'routines.none' : 'routines.lead')}
      closeLabel={t('routines.close')}
      testId="routines"
      wide
      onClose={closeRoutines}
      foot={
        <>
          <SheetWord text={word} bad={routinesError !== null} testId="routines-word" />
          {routineDeleted !== null && (
            <Button look="quiet" data-testid="routine-undo" onClick={() => void undoDeleteRoutine()}>
              <Undo2 size={15} aria-hidden />
              {t('routines.undo')}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.list} data-testid="routine-list">
        {routines.map((routine) => (
          <RoutineItem key={routine.name} routine={routine} />
        ))}
      </ul>
    </Sheet>
  );
}
