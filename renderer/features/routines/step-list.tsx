import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutineStepView } from '../../../preload/contract/routines';
import { visible } from '../../lib/visible';
import { describeCall } from '../chat/describe-call';
import styles from './routines.module.css';

/** What a routine does, step by step, in plain words; the reason that was said at the time is the step's tip. */
export function StepList({ steps }: { steps: readonly RoutineStepView[] }): ReactElement {
  const { t } = useTranslation();
  const words = ({ tool, arguments: args, target }: RoutineStepView): string => {
    if (tool === '') return t('routines.rows', { count: String((args as { text?: unknown }).text ?? '').split('\n').length });
    const { key, values } = describeCall(tool, args, target);
    return t(key, values);
  };
  return (
    <ol className={styles.steps} data-testid="routine-steps">
      {steps.map((step, index) => (
        <li key={index} title={step.why || undefined}>
          {visible(words(step))}
        </li>
      ))}
    </ol>
  );
}
