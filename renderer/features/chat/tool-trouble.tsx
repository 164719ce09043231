import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, ToolError } from '../../../preload/contract/envelope';
import { inChinese } from '../../lib/in-chinese';
import { visible } from '../../lib/visible';
import styles from './tool-card.module.css';

/** What the person decided, or what is never done: the message is an instruction to the model, and stands in the details. */
const decided: ReadonlySet<ErrorCode> = new Set(['DENIED', 'FORBIDDEN', 'CANCELLED']);

/**
 * Why a call failed, in the person's language. The tools speak English to the model; where the window speaks Chinese,
 * their message is told in it and the model's next step stands in the details. A message that has no Chinese yet is
 * marked as English and follows a sentence of the person's own.
 */
export function ToolTrouble({ error, reasons }: { error: ToolError; reasons: readonly string[] }): ReactElement {
  const { t, i18n } = useTranslation();
  const { code, message, hint } = error;
  const own = decided.has(code);
  const english = i18n.language.startsWith('en');
  const told = own || english ? null : inChinese(message);
  if (told !== null) {
    return (
      <div className={styles.trouble}>
        <p>{visible(told)}</p>
      </div>
    );
  }
  return (
    <div className={styles.trouble}>
      {(own || !english) && <p>{t(`tool.code.${code}`)}</p>}
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
