import { CircleAlert, Dot } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillView } from '../../../preload/contract/skills';
import { visible } from '../../lib/visible';
import { mayLines } from './may';
import styles from './skills.module.css';

/** What a skill may do, in plain words. */
export function MayList({ skill }: { skill: Pick<SkillView, 'may' | 'source'> }): ReactElement {
  const { t } = useTranslation();
  return (
    <ul className={styles.may} data-testid="skill-may">
      {mayLines(skill).map(({ key, values, tone }) => (
        <li key={key} className={tone === 'warn' ? styles.warn : undefined}>
          {tone === 'warn' ? <CircleAlert size={14} aria-hidden /> : <Dot size={14} aria-hidden />}
          <span>{visible(t(key, values))}</span>
        </li>
      ))}
    </ul>
  );
}
