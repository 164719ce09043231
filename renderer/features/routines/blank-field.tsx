import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { LinesField, TextField } from '../../ui/field';

/** What a blank is called: by the person, else by what it is. */
export function useBlankName(): (key: string, label: string) => string {
  const { t } = useTranslation();
  return (key, label) => label || (key === 'file' || key === 'rows' ? t(`routines.blank.${key}`) : key.replace(/_/g, ' '));
}

interface BlankFieldProps {
  blank: { key: string; label: string; value: string };
  value: string;
  onChange(value: string): void;
}

/** A plain field for one blank, of one line or of several. */
export function BlankField({ blank, value, onChange }: BlankFieldProps): ReactElement {
  const { t } = useTranslation();
  const name = useBlankName()(blank.key, blank.label);
  const common = { label: name, 'data-testid': `routine-value-${blank.key}`, spellCheck: false, value };
  if (blank.key === 'rows' || blank.value.includes('\n')) {
    return <LinesField {...common} rows={Math.min(10, blank.value.split('\n').length + 1)} note={blank.key === 'rows' ? t('routines.blankNote.rows') : undefined} onChange={(event) => onChange(event.target.value)} />;
  }
  return <TextField {...common} note={blank.key === 'file' ? t('routines.blankNote.file') : undefined} onChange={(event) => onChange(event.target.value)} />;
}
