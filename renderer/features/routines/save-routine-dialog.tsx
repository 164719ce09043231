import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutineDraft } from '../../../preload/contract/routines';
import { usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Sheet, SheetWord } from '../../ui/sheet';
import { useBlankName } from './blank-field';
import styles from './routines.module.css';
import { isGoodName, type RoutineMaking } from './slice';
import { StepList } from './step-list';

type Chosen = Record<string, { on: boolean; label: string }>;

interface BlankChoiceProps {
  blank: RoutineDraft['blanks'][number];
  choice: { on: boolean; label: string };
  onChange(choice: { on: boolean; label: string }): void;
}

/** One thing that may be another each time: whether it is asked for, and what it is called. */
function BlankChoice({ blank, choice, onChange }: BlankChoiceProps): ReactElement {
  const { t } = useTranslation();
  const name = useBlankName();
  const was = visible(blank.value.replace(/\s+/g, ' ').slice(0, 120));
  return (
    <li className={styles.choice} data-testid="routine-blank" data-key={blank.key}>
      <label>
        <input type="checkbox" checked={choice.on} onChange={(event) => onChange({ ...choice, on: event.target.checked })} />
        <span className="heard">{t('routines.ask', { what: was })}</span>
        <code title={blank.value}>{was}</code>
      </label>
      {choice.on && (
        <input className={styles.label} data-testid="routine-blank-name" aria-label={t('routines.calledOf', { what: was })} placeholder={name(blank.key, '')} maxLength={80} value={choice.label} onChange={(event) => onChange({ ...choice, label: event.target.value })} />
      )}
    </li>
  );
}

/** Keeps a finished run as a routine: its name, what will be asked each time, and what it does. */
export function SaveRoutineDialog({ making }: { making: RoutineMaking }): ReactElement {
  const { t } = useTranslation();
  const { keepRoutine, dropMaking, routinesError } = usePick('keepRoutine', 'dropMaking', 'routinesError');
  const [name, setName] = useState(making.suggested);
  const [chosen, setChosen] = useState<Chosen>({});
  const [saving, setSaving] = useState(false);
  const { draft, problem, session } = making;
  useEffect(() => {
    if (draft) setChosen(Object.fromEntries(draft.blanks.map(({ key, found }) => [key, { on: found, label: '' }])));
  }, [draft]);

  const good = isGoodName(name);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!draft || !good || saving) return;
    setSaving(true);
    const blanks = draft.blanks.filter(({ key }) => chosen[key]?.on).map(({ key }) => ({ key, label: chosen[key]?.label.trim() ?? '' }));
    await keepRoutine({ session, name: name.trim(), blanks });
    setSaving(false);
  };
  const list = (found: boolean): ReactElement[] =>
    (draft?.blanks ?? []).filter((blank) => blank.found === found).map((blank) => (
      <BlankChoice key={blank.key} blank={blank} choice={chosen[blank.key] ?? { on: blank.found, label: '' }} onChange={(choice) => setChosen({ ...chosen, [blank.key]: choice })} />
    ));
  const [found, texts] = [list(true), list(false)];
  return (
    <Sheet
      title={t('routines.saveTitle')}
      lead={problem === '' ? t('routines.saveLead') : undefined}
      closeLabel={t('routines.close')}
      testId="routine-save"
      onClose={dropMaking}
      foot={
        <>
          <SheetWord text={problem || (routinesError ?? '')} bad testId="routine-save-word" />
          <Button look="quiet" onClick={dropMaking}>
            {t('routines.cancel')}
          </Button>
          {problem === '' && (
            <Button type="submit" form="save-routine" look="primary" data-testid="routine-keep" disabled={!draft || !good || saving}>
              {t('routines.keep')}
            </Button>
          )}
        </>
      }
    >
      {draft && (
        <form id="save-routine" className={styles.form} onSubmit={(event) => void submit(event)}>
          <TextField label={t('routines.name')} data-testid="routine-name" value={name} maxLength={80} note={name === '' || good ? undefined : t('routines.nameRule')} noteTone="warn" onChange={(event) => setName(event.target.value)} />
          <fieldset className={styles.blanks}>
            <legend>{t('routines.blanks')}</legend>
            {found.length > 0 ? <ul>{found}</ul> : <p className={styles.note}>{t('routines.noneFound')}</p>}
            {texts.length > 0 && (
              <details open={found.length === 0}>
                <summary>{t('routines.moreTexts')}</summary>
                <ul>{texts}</ul>
              </details>
            )}
          </fieldset>
          <details className={styles.what}>
            <summary>{t('routines.whatCount', { count: draft.steps.length })}</summary>
            <StepList steps={draft.steps} />
          </details>
        </form>
      )}
    </Sheet>
  );
}
