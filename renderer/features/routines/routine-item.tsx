import { PenLine, Play, Trash2 } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutineView } from '../../../preload/contract/routines';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { BlankField } from './blank-field';
import styles from './routines.module.css';
import { isGoodName } from './slice';
import { StepList } from './step-list';

/** One routine: what it does, a form with its blanks to run it, another name, or away with it. */
export function RoutineItem({ routine }: { routine: RoutineView }): ReactElement {
  const { t, i18n } = useTranslation();
  const { active, runRoutine, renameRoutine, deleteRoutine } = usePick('active', 'runRoutine', 'renameRoutine', 'deleteRoutine');
  const [values, setValues] = useState<Record<string, string> | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);

  const begin = (): void => setValues(Object.fromEntries(routine.blanks.map(({ key, value }) => [key, value])));
  const run = async (given: Record<string, string>): Promise<void> => {
    setStarting(true);
    await runRoutine(routine.name, given);
    setStarting(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (values && !active && !starting) void run(values);
  };
  const rename = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name?.trim() ?? '';
    if (!isGoodName(wanted)) return;
    setName(null);
    if (wanted !== routine.name) void renameRoutine(routine.name, wanted);
  };
  const made = routine.created === '' ? '' : t('routines.made', { when: new Date(routine.created).toLocaleDateString(i18n.language), count: routine.steps.length });
  return (
    <li className={styles.item} data-testid="routine-item" data-name={routine.name}>
      {name === null ? (
        <div className={styles.line}>
          <div className={styles.words}>
            <h3>{routine.name}</h3>
            <p>{routine.problem || made}</p>
          </div>
          <Button look="quiet" icon data-testid="routine-rename" aria-label={t('routines.renameOf', { name: routine.name })} disabled={routine.problem !== ''} onClick={() => setName(routine.name)}>
            <PenLine size={15} aria-hidden />
          </Button>
          <Button look="quiet" icon data-testid="routine-delete" aria-label={t('routines.deleteOf', { name: routine.name })} onClick={() => void deleteRoutine(routine.name)}>
            <Trash2 size={15} aria-hidden />
          </Button>
          <Button data-testid="routine-run" aria-expanded={values !== null} disabled={routine.problem !== ''} onClick={values === null ? begin : () => setValues(null)}>
            <Play size={15} aria-hidden />
            {t('routines.run')}
          </Button>
        </div>
      ) : (
        <form className={styles.line} onSubmit={rename}>
          <TextField label={t('routines.name')} data-testid="routine-new-name" value={name} maxLength={80} autoFocus note={isGoodName(name) ? undefined : t('routines.nameRule')} noteTone="warn" onChange={(event) => setName(event.target.value)} />
          <Button look="quiet" onClick={() => setName(null)}>
            {t('routines.cancel')}
          </Button>
          <Button type="submit" look="primary" data-testid="routine-rename-save" disabled={!isGoodName(name)}>
            {t('routines.renameSave')}
          </Button>
        </form>
      )}
      {routine.steps.length > 0 && (
        <details className={styles.what}>
          <summary>{t('routines.what')}</summary>
          <StepList steps={routine.steps} />
        </details>
      )}
      {values && (
        <form className={styles.form} data-testid="routine-form" onSubmit={submit}>
          <p className={styles.note}>{t(routine.blanks.length === 0 ? 'routines.noBlanks' : 'routines.fill')}</p>
          {routine.blanks.map((blank) => (
            <BlankField key={blank.key} blank={blank} value={values[blank.key] ?? ''} onChange={(value) => setValues({ ...values, [blank.key]: value })} />
          ))}
          <div className={styles.acts}>
            <p className={styles.note}>{active ? t('routines.running') : t('routines.gate')}</p>
            <Button type="submit" look="primary" data-testid="routine-start" disabled={active || starting}>
              {t('routines.start')}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
