import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { outsideSessions } from '../../../preload/contract/outside-sessions';
import type { SkillAdvice, SkillLesson, SkillView } from '../../../preload/contract/skills';
import { usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import styles from './skills.module.css';

function Words({ lesson }: { lesson: SkillLesson }): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.lessonHead}>
        {t(`skills.learn.${lesson.kind}`)} {lesson.by_model && <Badge>{t('skills.learn.byModel')}</Badge>}
      </p>
      <dl className={styles.change}>
        <dt>{t('skills.learn.before')}</dt>
        <dd>{visible(lesson.before) || '—'}</dd>
        <dt>{t('skills.learn.after')}</dt>
        <dd>{visible(lesson.after)}</dd>
      </dl>
      <ul className={styles.reasons}>
        {lesson.reasons.map((why) => (
          <li key={why}>{visible(why)}</li>
        ))}
      </ul>
    </>
  );
}

/** What is in force of what was learned, and the way back. */
export function LearnedWords({ skill }: { skill: SkillView }): ReactElement | null {
  const { t } = useTranslation();
  const { revertLesson } = usePick('revertLesson');
  if (skill.learned.length === 0) return null;
  return (
    <section className={styles.lessons} data-testid="skill-learned">
      <h4>{t('skills.learn.inForce')}</h4>
      {skill.learned.map((lesson) => (
        <div key={lesson.kind} className={styles.lesson}>
          <Words lesson={lesson} />
          <Button data-testid="skill-lesson-revert" onClick={() => void revertLesson({ name: skill.name, kind: lesson.kind })}>
            {t('skills.learn.revert')}
          </Button>
        </div>
      ))}
    </section>
  );
}

/** What the records show of a skill's use, and what could be said better of it; nothing counts before the person's yes. */
export function AdvicePanel({ skill, advice }: { skill: SkillView; advice: SkillAdvice | null }): ReactElement {
  const { t } = useTranslation();
  const { acceptLesson, adviseSkill, closeAdvice, showSent } = usePick('acceptLesson', 'adviseSkill', 'closeAdvice', 'showSent');
  if (!advice) return <p className={styles.note} role="status">{t('skills.learn.looking')}</p>;
  const { use } = advice;
  const counts = (['wrong_arguments', 'retries', 'failed', 'abandoned'] as const).filter((name) => use[name] > 0);
  return (
    <section className={styles.lessons} data-testid="skill-advice" aria-label={t('skills.learn.title')}>
      <p className={styles.note}>
        {t('skills.learn.calls', { count: use.calls })}
        {counts.map((name) => ` · ${t(`skills.learn.count.${name}`, { count: use[name] })}`)}
      </p>
      {advice.lessons.length === 0 && <p className={styles.note}>{t('skills.learn.nothing')}</p>}
      {advice.lessons.map((lesson) => (
        <div key={lesson.kind} className={styles.lesson} data-testid="skill-lesson" data-kind={lesson.kind}>
          <Words lesson={lesson} />
          <Button data-testid="skill-lesson-accept" onClick={() => void acceptLesson(skill.name, lesson)}>
            {t('skills.learn.accept')}
          </Button>
        </div>
      ))}
      <div className={styles.acts}>
        <p className={styles.note}>{t('skills.learn.kept')}</p>
        {advice.model && (
          <Button data-testid="skill-advice-model" title={t('skills.learn.askModelHint')} onClick={() => void adviseSkill(skill.name, true)}>
            {t('skills.learn.askModel')}
          </Button>
        )}
        {advice.model && (
          <Button look="quiet" data-testid="skill-advice-sent" onClick={() => void showSent(outsideSessions)}>
            {t('sessions.sent')}
          </Button>
        )}
        <Button look="quiet" onClick={closeAdvice}>
          {t('skills.learn.close')}
        </Button>
      </div>
    </section>
  );
}
