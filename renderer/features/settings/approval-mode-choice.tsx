import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalMode } from '../../../preload/contract/approval';
import styles from './settings-dialog.module.css';

const modes: readonly ApprovalMode[] = ['careful', 'balanced', 'hands_off'];

/** When Deskwright asks, in plain words. */
export function ApprovalModeChoice({ value, onChange }: { value: ApprovalMode; onChange(mode: ApprovalMode): void }): ReactElement {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.section} data-testid="settings-approval-mode">
      <legend>{t('settings.approval')}</legend>
      <div className={styles.choices}>
        {modes.map((mode) => (
          <label key={mode} className={styles.choice}>
            <input type="radio" name="approval-mode" value={mode} checked={value === mode} onChange={() => onChange(mode)} />
            <b>{t(`settings.mode.${mode}`)}</b>
            <span>{t(`settings.modeNote.${mode}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
