import { FolderOpen, GraduationCap, Play, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillView } from '../../../preload/contract/skills';
import { usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { AdvicePanel, LearnedWords } from './lessons-panel';
import { MayList } from './may-list';
import styles from './skills.module.css';
import { TryForm } from './try-form';
import { wordsOf } from './words';

/** One skill: what it is for, what it may do, whether it is used, and what the person can do with it. */
export function SkillItem({ skill }: { skill: SkillView }): ReactElement {
  const { t, i18n } = useTranslation();
  const { enableSkill, lookThrough, distrustSkill, removeSkill, openSkillFolder, beginTrial, adviseSkill, closeAdvice } = usePick('enableSkill', 'lookThrough', 'distrustSkill', 'removeSkill', 'openSkillFolder', 'beginTrial', 'adviseSkill', 'closeAdvice');
  const { skillTrial, skillAdvice } = usePick('skillTrial', 'skillAdvice');
  const { name, state, source, removable, schema } = skill;
  const { title, what } = wordsOf(skill, i18n);
  const waits = state === 'untrusted' || state === 'changed';
  const trying = skillTrial?.name === name;
  const advised = skillAdvice?.name === name ? skillAdvice : null;
  return (
    <li className={styles.item} data-testid="skill-item" data-name={name} data-state={state} data-source={source}>
      <div className={styles.line}>
        <div className={styles.words}>
          <h4>
            {visible(title)} <code>{name}</code> {waits && <Badge tone="warn">{t(`skills.state.${state}`)}</Badge>}
          </h4>
          <p>{visible(what)}</p>
        </div>
        {waits ? (
          <Button look="primary" data-testid="skill-trust" aria-label={t('skills.trustOf', { name: title })} onClick={() => void lookThrough(name)}>
            <ShieldCheck size={15} aria-hidden />
            {t('skills.trust')}
          </Button>
        ) : (
          <label className={styles.switch}>
            <input type="checkbox" role="switch" data-testid="skill-enable" aria-label={t('skills.enableOf', { name: title })} checked={state === 'ready'} onChange={(event) => void enableSkill(name, event.target.checked)} />
            <span aria-hidden>{t(state === 'ready' ? 'skills.on' : 'skills.off')}</span>
          </label>
        )}
      </div>
      {state === 'changed' && <p className={styles.warn}>{t('skills.changed')}</p>}
      {skill.warnings.map((warning) => (
        <p key={warning} className={styles.warn}>
          {visible(warning)}
        </p>
      ))}
      <details className={styles.what}>
        <summary>{t('skills.mayTitle')}</summary>
        <MayList skill={skill} />
        {skill.allowed_tools !== null && <p className={styles.note}>{t('skills.allowedTools', { what: visible(skill.allowed_tools) })}</p>}
        <LearnedWords skill={skill} />
        <div className={styles.more}>
          <Button look="quiet" data-testid="skill-folder" onClick={() => void openSkillFolder(name)}>
            <FolderOpen size={15} aria-hidden />
            {t('skills.folder')}
          </Button>
          <Button look="quiet" data-testid="skill-advise" aria-expanded={advised !== null} onClick={() => (advised ? closeAdvice() : void adviseSkill(name, false))}>
            <GraduationCap size={15} aria-hidden />
            {t('skills.learn.title')}
          </Button>
          {source !== 'bundled' && !waits && (
            <Button look="quiet" data-testid="skill-distrust" onClick={() => void distrustSkill(name)}>
              <ShieldOff size={15} aria-hidden />
              {t('skills.distrust')}
            </Button>
          )}
          {removable !== null && (
            <Button look="quiet" data-testid="skill-remove" aria-label={t('skills.removeOf', { name: title })} onClick={() => void removeSkill(removable)}>
              <Trash2 size={15} aria-hidden />
              {t('skills.remove')}
            </Button>
          )}
        </div>
        {advised && <AdvicePanel skill={skill} advice={advised.advice} />}
      </details>
      {schema !== null && state === 'ready' && (
        <div className={styles.trial}>
          <Button data-testid="skill-try" aria-label={t('skills.try.of', { name: title })} aria-expanded={trying} onClick={() => beginTrial(trying ? null : name)}>
            <Play size={15} aria-hidden />
            {t('skills.try.title')}
          </Button>
          {trying && <TryForm skill={{ ...skill, schema }} />}
        </div>
      )}
    </li>
  );
}
