import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../preload/contract/settings';
import { usePick } from '../../app/store-context';
import { Button } from '../../ui/button';
import { ApprovalModeChoice } from './approval-mode-choice';
import type { Connection } from './connection';
import { ConnectionCheck } from './connection-check';
import { ConnectionFields } from './connection-fields';
import { DialectField } from './dialect-field';
import { formOf, isChanged, patchOf, type SettingsForm } from './form';
import { LearnedList } from './learned-list';
import { ModelNumbers } from './limit-fields';
import { published } from './numbers';
import { LookFields, WorkFields } from './other-fields';
import styles from './settings-dialog.module.css';
import { TierFields } from './tier-fields';

/** All settings in one dialog. Closing it with unsaved changes asks first, so nothing typed is lost. */
export function SettingsDialog({ view }: { view: SettingsView }): ReactElement {
  const { t } = useTranslation();
  const { saving, settingsError, save, closeSettings, forgetTest, listed } = usePick('saving', 'settingsError', 'save', 'closeSettings', 'forgetTest', 'listed');
  const [form, setForm] = useState<SettingsForm>(() => formOf(view));
  const [leaving, setLeaving] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const patch = patchOf(form, view);

  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    title.current?.focus();
  }, []);

  const change = (part: Partial<SettingsForm>): void => {
    if (part.connection) forgetTest();
    setLeaving(false);
    setForm({ ...form, ...part });
  };
  const connect = (connection: Connection): void => {
    const other = connection.model !== form.connection.model || connection.base_url !== form.connection.base_url;
    // What was entered for one model is wrong for another.
    const numbers = other ? { ...form.numbers, ...published(listed?.models.find(({ id }) => id === connection.model.trim())) } : form.numbers;
    change({ connection, numbers });
  };
  const leave = (): void => {
    if (isChanged(form, view)) setLeaving(true);
    else closeSettings();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (patch && (await save(patch))) closeSettings();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-testid="settings"
      aria-labelledby="settings-title"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={closeSettings}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <header className={styles.head}>
          <h2 id="settings-title" ref={title} tabIndex={-1} data-quiet-focus>{t('settings.title')}</h2>
          <Button look="quiet" icon aria-label={t('settings.close')} onClick={leave}>
            <X size={18} aria-hidden />
          </Button>
        </header>
        <div className={styles.body}>
          <section className={styles.section}>
            <h3>{t('settings.connection')}</h3>
            <ConnectionFields view={view} value={form.connection} onChange={connect} testId="settings" />
            <ConnectionCheck value={form.connection} testId="settings" />
            <ModelNumbers numbers={form.numbers} onChange={(numbers) => change({ numbers })} />
            <DialectField value={form.dialect} onChange={(dialect) => change({ dialect })} />
          </section>
          <TierFields view={view} tiers={form.tiers} onChange={(tiers) => change({ tiers })} />
          <LearnedList />
          <ApprovalModeChoice value={form.approval_mode} onChange={(approval_mode) => change({ approval_mode })} />
          <WorkFields form={form} onChange={change} />
          <LookFields form={form} onChange={change} />
        </div>
        <footer className={styles.foot}>
          <p className={[styles.word, settingsError && styles.error].filter(Boolean).join(' ')} role="status" data-testid="settings-message">
            {settingsError ?? (leaving ? t('settings.unsaved') : '')}
          </p>
          <Button look="quiet" onClick={leaving ? closeSettings : leave}>
            {t(leaving ? 'settings.discard' : 'settings.cancel')}
          </Button>
          <Button type="submit" look="primary" data-testid="settings-save" disabled={saving || !patch}>
            {t(saving ? 'settings.saving' : 'settings.save')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
