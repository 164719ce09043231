import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../preload/contract/settings';
import { useApp } from '../../app/store-context';
import { Button } from '../../ui/button';
import { LinesField, SelectField, TextField } from '../../ui/field';
import { stepsOf, type SettingsForm } from './form';
import { LimitFields } from './limit-fields';
import styles from './settings-dialog.module.css';

interface FieldsProps {
  form: SettingsForm;
  onChange(part: Partial<SettingsForm>): void;
}

/** Where the assistant works and for how long. */
export function WorkFields({ form, onChange }: FieldsProps): ReactElement {
  const { t } = useTranslation();
  const chooseFolder = useApp((store) => store.chooseFolder);
  const choose = async (): Promise<void> => {
    const workspace = await chooseFolder();
    if (workspace !== null) onChange({ workspace });
  };
  const wrong = stepsOf(form) === null;
  return (
    <section className={styles.section}>
      <h3>{t('settings.work')}</h3>
      <TextField
        label={t('settings.workspace')}
        data-testid="settings-workspace"
        readOnly
        value={form.workspace}
        title={form.workspace}
        action={<Button onClick={() => void choose()}>{t('settings.choose')}</Button>}
      />
      <TextField
        label={t('settings.maxSteps')}
        note={t(wrong ? 'settings.maxStepsWrong' : 'settings.maxStepsNote')}
        noteTone={wrong ? 'warn' : 'plain'}
        data-testid="settings-max-steps"
        inputMode="numeric"
        aria-invalid={wrong}
        value={form.max_steps}
        onChange={(event) => onChange({ max_steps: event.target.value })}
      />
      <TextField
        label={t('settings.privateWindows')}
        note={t('settings.privateWindowsNote')}
        data-testid="settings-private-windows"
        value={form.private_windows}
        onChange={(event) => onChange({ private_windows: event.target.value })}
      />
      <LinesField
        label={t('settings.privatePatterns')}
        note={t('settings.privatePatternsNote')}
        data-testid="settings-private-patterns"
        rows={3}
        spellCheck={false}
        value={form.private_patterns}
        onChange={(event) => onChange({ private_patterns: event.target.value })}
      />
      <LimitFields numbers={form.numbers} onChange={(numbers) => onChange({ numbers })} />
    </section>
  );
}

/** Language and theme. */
export function LookFields({ form, onChange }: FieldsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3>{t('settings.look')}</h3>
      <div className={styles.pair}>
        <SelectField
          label={t('settings.language')}
          data-testid="settings-language"
          value={form.language}
          onChange={(event) => onChange({ language: event.target.value as Settings['language'] })}
        >
          <option value="system">{t('settings.system')}</option>
          <option value="en">English</option>
          <option value="zh">简体中文</option>
        </SelectField>
        <SelectField
          label={t('settings.theme')}
          data-testid="settings-theme"
          value={form.theme}
          onChange={(event) => onChange({ theme: event.target.value as Settings['theme'] })}
        >
          <option value="system">{t('settings.system')}</option>
          <option value="light">{t('settings.light')}</option>
          <option value="dark">{t('settings.dark')}</option>
        </SelectField>
      </div>
    </section>
  );
}
