import { FileArchive, FolderInput, FolderOpen, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillsPage } from '../../../preload/contract/skills';
import { usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Button } from '../../ui/button';
import { Sheet, SheetWord } from '../../ui/sheet';
import { SkillItem } from './skill-item';
import styles from './skills.module.css';
import { TrustDialog } from './trust-dialog';
import { wordsOf } from './words';

const sources = ['person', 'project', 'bundled'] as const;

function NotLoaded({ entries }: { entries: SkillsPage['not_loaded'] }): ReactElement | null {
  const { t } = useTranslation();
  const { removeSkill } = usePick('removeSkill');
  if (entries.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{t('skills.notLoaded')}</h3>
      <ul className={styles.list}>
        {entries.map(({ name, folder, why, removable }) => (
          <li key={`${folder} ${why}`} className={styles.item} data-testid="skill-not-loaded" data-name={name}>
            <div className={styles.line}>
              <div className={styles.words}>
                <h4>{visible(name)}</h4>
                <p className={styles.warn}>{visible(why)}</p>
                <p className={styles.where}>{visible(folder)}</p>
              </div>
              {removable !== null && (
                <Button look="quiet" icon data-testid="skill-remove" aria-label={t('skills.removeOf', { name })} onClick={() => void removeSkill(removable)}>
                  <Trash2 size={15} aria-hidden />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The skills there are, what each may do, and what the person decides about them. */
export function SkillsDialog(): ReactElement {
  const { t, i18n } = useTranslation();
  const { skills, skillsError, skillsImported, skillRemoved, skillReview, closeSkills, importSkills, undoRemoveSkill, openSkillFolder } = usePick('skills', 'skillsError', 'skillsImported', 'skillRemoved', 'skillReview', 'closeSkills', 'importSkills', 'undoRemoveSkill', 'openSkillFolder');
  const { refreshSkills } = usePick('refreshSkills');
  // Folders come and go while the person is elsewhere.
  useEffect(() => {
    const refresh = (): void => void refreshSkills();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refreshSkills]);
  const [query, setQuery] = useState('');
  const asked = query.trim().toLowerCase();
  const found = (skills?.skills ?? []).filter((skill) => [skill.name, skill.title, skill.description, ...Object.values(wordsOf(skill, i18n))].join(' ').toLowerCase().includes(asked));
  const imported = skillsImported.length > 0 ? t('skills.imported', { names: skillsImported.join(', ') }) : '';
  const word = skillsError ?? (skillRemoved === null ? imported : t('skills.removed', { name: skillRemoved }));
  return (
    <Sheet
      title={t('skills.title')}
      lead={t('skills.lead')}
      closeLabel={t('skills.close')}
      testId="skills"
      wide
      onClose={closeSkills}
      foot={
        <>
          <SheetWord text={word} bad={skillsError !== null} testId="skills-word" />
          {skillRemoved !== null && (
            <Button look="quiet" data-testid="skill-undo" onClick={() => void undoRemoveSkill()}>
              <Undo2 size={15} aria-hidden />
              {t('skills.undo')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.bar}>
        <label className={styles.search}>
          <span className="heard">{t('skills.search')}</span>
          <input type="search" data-testid="skill-search" value={query} placeholder={t('skills.search')} onChange={(event) => setQuery(event.target.value)} />
        </label>
        <Button data-testid="skill-import" onClick={() => void importSkills('zip')}>
          <FileArchive size={15} aria-hidden />
          {t('skills.importZip')}
        </Button>
        <Button data-testid="skill-import-folder" onClick={() => void importSkills('folder')}>
          <FolderInput size={15} aria-hidden />
          {t('skills.importFolder')}
        </Button>
        <Button look="quiet" icon data-testid="skills-folder" aria-label={t('skills.openFolder')} title={t('skills.openFolder')} onClick={() => void openSkillFolder(null)}>
          <FolderOpen size={16} aria-hidden />
        </Button>
      </div>
      {skills && skills.problem !== '' && (
        <p className={styles.warn} role="alert">
          {skills.problem}
        </p>
      )}
      {asked === '' && skills && <NotLoaded entries={skills.not_loaded} />}
      {sources.map((source) => {
        const group = found.filter((skill) => skill.source === source);
        return (
          group.length > 0 && (
            <section key={source} className={styles.group}>
              <h3>{t(`skills.source.${source}`)}</h3>
              <ul className={styles.list} aria-label={t(`skills.source.${source}`)}>
                {group.map((skill) => (
                  <SkillItem key={skill.name} skill={skill} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {skills && found.length === 0 && <p className={styles.note}>{t(asked === '' ? 'skills.none' : 'skills.nothing')}</p>}
      {skillReview && <TrustDialog key={skillReview.hash} review={skillReview} skill={skills?.skills.find(({ name }) => name === skillReview.name)} />}
    </Sheet>
  );
}
