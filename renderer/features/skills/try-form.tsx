import { useState, type FormEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillView } from '../../../preload/contract/skills';
import { useApp, usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { LinesField, SelectField, TextField } from '../../ui/field';
import { Markdown } from '../../ui/markdown';
import type { ChatItem } from '../chat/conversation';
import { ToolCard } from '../chat/tool-card';
import { argumentsOf, fieldsOf, type ArgumentField } from './fields';
import styles from './skills.module.css';

const none: ChatItem[] = [];

/** The call of the trial and its end, as the run goes on. */
function TrialResult({ conversation }: { conversation: string }): ReactElement {
  const { t } = useTranslation();
  const items = useApp((store) => store.conversations.find(({ key }) => key === conversation)?.items ?? none);
  const call = items.findLast((item) => item.kind === 'tool');
  const end = items.findLast((item) => item.kind === 'end');
  const said = items.findLast((item) => item.kind === 'assistant');
  return (
    <div className={styles.result} data-testid="skill-result" data-status={end?.kind === 'end' ? end.status : 'running'} role="status" aria-live="polite">
      {call?.kind === 'tool' ? <ToolCard item={call} /> : <p className={styles.note}>{t('skills.try.running')}</p>}
      {end?.kind === 'end' && <Markdown text={end.text || (said?.kind === 'assistant' ? said.text : '')} />}
    </div>
  );
}

interface ArgumentInputProps {
  field: ArgumentField;
  value: string;
  fault: string | undefined;
  onChange(value: string): void;
}

function ArgumentInput({ field, value, fault, onChange }: ArgumentInputProps): ReactElement {
  const { t } = useTranslation();
  const { name, kind, options, required, description } = field;
  const label = required ? name : t('skills.field.optional', { name });
  const note = fault ? t(fault) : visible(description);
  const common = { label, note, 'data-testid': `skill-argument-${name}`, value, 'aria-invalid': fault ? true : undefined, noteTone: fault ? ('warn' as const) : ('plain' as const) };
  if (kind === 'choice' || kind === 'yes-no') {
    const choices = kind === 'choice' ? options.map((option) => [option, option]) : [['true', t('skills.field.yes')], ['false', t('skills.field.no')]];
    return (
      <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('skills.field.unset')}</option>
        {choices.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  }
  if (kind === 'json') return <LinesField {...common} rows={3} spellCheck={false} placeholder="[ ]" onChange={(event) => onChange(event.target.value)} />;
  return <TextField {...common} spellCheck={false} inputMode={kind === 'number' ? 'decimal' : undefined} onChange={(event) => onChange(event.target.value)} />;
}

/** Calls a skill once: its arguments in plain fields, the call through the gate, and what came of it. */
export function TryForm({ skill }: { skill: SkillView & { schema: Record<string, unknown> } }): ReactElement {
  const { t } = useTranslation();
  const { trySkill, skillTrial, active } = usePick('trySkill', 'skillTrial', 'active');
  const fields = fieldsOf(skill.schema);
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(fields.map(({ name, start }) => [name, start])));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (active) return;
    const filled = argumentsOf(fields, values);
    setFaults('faults' in filled ? filled.faults : {});
    if ('args' in filled) void trySkill(skill.name, filled.args);
  };
  return (
    <form className={styles.form} data-testid="skill-form" noValidate onSubmit={submit}>
      {fields.length === 0 && <p className={styles.note}>{t('skills.try.nothing')}</p>}
      {fields.map((field) => (
        <ArgumentInput key={field.name} field={field} value={values[field.name] ?? ''} fault={faults[field.name]} onChange={(value) => setValues({ ...values, [field.name]: value })} />
      ))}
      <div className={styles.acts}>
        <p className={styles.note}>{active ? t('skills.try.busy') : t('skills.try.gate')}</p>
        <Button type="submit" look="primary" data-testid="skill-try-start" disabled={active}>
          {t('skills.try.start')}
        </Button>
      </div>
      {skillTrial?.name === skill.name && skillTrial.conversation !== null && <TrialResult conversation={skillTrial.conversation} />}
    </form>
  );
}
