import { FileCode, FileText, ShieldAlert } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillReviewView, SkillView } from '../../../preload/contract/skills';
import { usePick } from '../../app/store-context';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Sheet, SheetWord } from '../../ui/sheet';
import { MayList } from './may-list';
import styles from './skills.module.css';

function Findings({ findings }: { findings: SkillReviewView['findings'] }): ReactElement {
  const { t } = useTranslation();
  return (
    <section className={styles.part} data-testid="skill-findings">
      <h3>{t('skills.review.findings')}</h3>
      {findings.length === 0 ? (
        <p className={styles.note}>{t('skills.review.noFindings')}</p>
      ) : (
        <ul className={styles.findings}>
          {findings.map(({ kind, file, line, excerpt }, index) => (
            <li key={index} data-kind={kind}>
              <p className={styles.warn}>
                <ShieldAlert size={14} aria-hidden />
                <span>{t(`skills.finding.${kind}`, { defaultValue: kind })}</span>
                <span className={styles.where}>{line > 0 ? `${visible(file)}:${line}` : visible(file)}</span>
              </p>
              <code>{visible(excerpt)}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Files({ files }: { files: SkillReviewView['files'] }): ReactElement {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <h3>{t('skills.review.files', { count: files.length })}</h3>
      <ul className={styles.files} data-testid="skill-files">
        {files.map(({ path, bytes, runs, text }) => {
          const head = (
            <>
              {runs ? <FileCode size={14} aria-hidden /> : <FileText size={14} aria-hidden />}
              <span className={styles.path}>{visible(path)}</span>
              {runs && <Badge tone="warn">{t('skills.review.runs')}</Badge>}
              <span className={styles.bytes}>{t('skills.review.bytes', { count: bytes })}</span>
            </>
          );
          return (
            <li key={path}>
              {text === null ? (
                <p className={styles.file}>{head}</p>
              ) : (
                <details open={runs}>
                  <summary className={styles.file}>{head}</summary>
                  <pre tabIndex={0} aria-label={path}>{visible(text)}</pre>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * All that is in a skill from outside, before the person says yes to it: what it may do, what stands
 * out in it, its files with their text. The yes needs a tick and a press of its own; Enter gives none.
 */
export function TrustDialog({ review, skill }: { review: SkillReviewView; skill: SkillView | undefined }): ReactElement {
  const { t } = useTranslation();
  const { trustReviewed, stopLooking, skillsError } = usePick('trustReviewed', 'stopLooking', 'skillsError');
  const [seen, setSeen] = useState(false);
  const noEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <Sheet
      title={t('skills.review.title', { name: review.name })}
      lead={t('skills.review.lead')}
      closeLabel={t('skills.review.close')}
      testId="skill-review"
      wide
      onClose={stopLooking}
      foot={
        <>
          <SheetWord text={skillsError ?? ''} bad testId="skill-review-word" />
          <label className={styles.seen}>
            <input type="checkbox" data-testid="skill-seen" checked={seen} onKeyDown={noEnter} onChange={(event) => setSeen(event.target.checked)} />
            {t('skills.review.seen')}
          </label>
          <Button onClick={stopLooking}>{t('skills.review.no')}</Button>
          <Button look="danger" data-testid="skill-trust-confirm" disabled={!seen} onKeyDown={noEnter} onClick={() => void trustReviewed()}>
            {t('skills.review.yes')}
          </Button>
        </>
      }
    >
      {skill && (
        <section className={styles.part}>
          <h3>{t('skills.mayTitle')}</h3>
          <MayList skill={skill} />
          {skill.allowed_tools !== null && <p className={styles.note}>{t('skills.allowedTools', { what: visible(skill.allowed_tools) })}</p>}
        </section>
      )}
      <Findings findings={review.findings} />
      <Files files={review.files} />
      <section className={styles.part}>
        <p className={styles.note}>{t('skills.review.folder', { folder: visible(review.folder) })}</p>
        <p className={styles.hash} data-testid="skill-hash">
          {t('skills.review.hash')} <code>{review.hash}</code>
        </p>
      </section>
    </Sheet>
  );
}
