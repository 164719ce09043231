import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, ToolError } from '../../../preload/contract/envelope';
import { visible } from '../../lib/visible';
import styles from './tool-card.module.css';

/** What the person decided, or what is never done: the message is an instruction to the model, and stands in the details. */
const decided: ReadonlySet<ErrorCode> = new Set(['DENIED', 'FORBIDDEN', 'CANCELLED']);

/**
 * Why a call failed, in the person's language. The tools speak English, to the model as to the person; where the window
 * speaks another language, theirs is marked as English and follows a sentence of the person's own.
 */
export function ToolTrouble({ error, reasons }: { error: ToolError; reasons: readonly string[] }): ReactElement {
  const { t, i18n } = useTranslation();
  const { code, message, hint } = error;
  const own = decided.has(code);
  return (
    <div className={styles.trouble}>
      {(own || !i18n.language.startsWith('en')) && <p>{t(`tool.code.${code}`)}</p>}
      {code === 'FORBIDDEN' && reasons.map((reason) => <p key={reason}>{visible(reason)}</p>)}
      {!own && <p lang="en">{visible(message)}</p>}
      {!own && hint && (
        <p className={styles.hint} lang="en">
          {visible(hint)}
        </p>
      )}
    </div>
  );
}
