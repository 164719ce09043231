import { CircleCheck, CircleDashed, CircleSlash, FileDiff, ListX, ShieldQuestion, SquareTerminal, Undo2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../../preload/contract/report';
import { Badge } from '../../ui/badge';
import { visible } from '../../lib/visible';
import styles from './report-card.module.css';

interface RowProps {
  icon: typeof FileDiff;
  title: string;
  tone?: 'warn' | 'bad';
  children: ReactNode[];
}

function Row({ icon: Icon, title, tone, children }: RowProps): ReactElement | null {
  if (children.length === 0) return null;
  return (
    <>
      <dt className={tone && styles[tone]}>
        <Icon size={15} aria-hidden />
        {title}
      </dt>
      <dd>
        <ul>
          {children.map((child, index) => (
            <li key={index}>{child}</li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function File({ file, name }: { file: Report['files'][number]; name(path: string): string }): ReactElement {
  const { t } = useTranslation();
  const { path, from, kind, lines } = file;
  return (
    <>
      <code title={path}>{visible(from === undefined ? name(path) : `${name(from)} → ${name(path)}`)}</code>
      {kind !== 'modified' && <Badge tone={kind === 'deleted' ? 'warn' : 'plain'}>{t(`changes.kind.${kind}`)}</Badge>}
      {lines && lines.added + lines.removed > 0 && (
        <span className={styles.counts}>
          <ins aria-label={t('changes.added', { count: lines.added })}>+{lines.added}</ins>
          <del aria-label={t('changes.removed', { count: lines.removed })}>−{lines.removed}</del>
        </span>
      )}
    </>
  );
}

/** What the run did by its evidence: files, commands, checks, what was not done, and claims that nothing bears. */
export function ReportCard({ report, workspace }: { report: Report; workspace: string }): ReactElement {
  const { t } = useTranslation();
  const name = (path: string): string => (workspace !== '' && path.startsWith(workspace) ? path.slice(workspace.length + 1) : path);
  return (
    <section className={styles.report} data-testid="report" aria-label={t('report.title')}>
      <h3>{t('report.title')}</h3>
      <dl>
        <Row icon={ShieldQuestion} title={t('report.unverified')} tone="warn">
          {report.unverified.map(({ claim, why }) => (
            <span key={claim} data-testid="report-unverified">
              “{visible(claim)}” <span className={styles.why}>{why}</span>
            </span>
          ))}
        </Row>
        <Row icon={FileDiff} title={t('report.files')}>
          {report.files.map((file) => (
            <File key={file.path} file={file} name={name} />
          ))}
        </Row>
        <Row icon={SquareTerminal} title={t('report.commands')}>
          {report.commands.map(({ command, exit_code, state }, index) => (
            <span key={index} className={styles.command}>
              <code title={command}>{visible(command)}</code>
              <Badge tone={state === 'ended' && exit_code !== 0 ? 'bad' : state === 'ended' ? 'plain' : 'warn'} mono={state === 'ended'}>
                {state === 'ended' ? String(exit_code ?? '—') : t(`report.state.${state}`)}
              </Badge>
            </span>
          ))}
        </Row>
        <Row icon={CircleCheck} title={t('report.checked')}>
          {report.checks
            .filter(({ passed }) => passed)
            .map(({ kind, what, outdated }) => (
              <span key={kind + what}>
                <code>{visible(name(what))}</code> <span className={styles.why}>{t(outdated ? 'report.outdated' : `report.check.${kind}`)}</span>
              </span>
            ))}
        </Row>
        <Row icon={CircleSlash} title={t('report.failed')} tone="bad">
          {report.checks
            .filter(({ passed }) => !passed)
            .map(({ what }) => (
              <code key={what}>{visible(what)}</code>
            ))}
        </Row>
        <Row icon={CircleDashed} title={t('report.unchecked')}>
          {report.unchecked.map((path) => (
            <code key={path}>{visible(name(path))}</code>
          ))}
        </Row>
        <Row icon={ListX} title={t('report.notDone')} tone="warn">
          {report.not_done.map(({ what, code }, index) => (
            <span key={index}>
              {visible(what)} <Badge mono={code !== 'PLANNED'}>{code === 'PLANNED' ? t('report.planned') : code}</Badge>
            </span>
          ))}
        </Row>
        <Row icon={Undo2} title={t('report.noUndo')} tone="warn">
          {report.no_undo.map((path) => (
            <code key={path}>{visible(name(path))}</code>
          ))}
        </Row>
      </dl>
    </section>
  );
}
