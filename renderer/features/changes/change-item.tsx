import { ChevronRight, FilePen, FilePlus2, FileSymlink, FileX2, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeView } from '../../../preload/contract/changes';
import { useApp, usePick } from '../../app/store-context';
import { lastPart } from '../../lib/format';
import { reason } from '../../lib/slice';
import { visible } from '../../lib/visible';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Diff } from '../../ui/diff';
import styles from './changes.module.css';

const icons: Record<ChangeView['kind'], LucideIcon> = { created: FilePlus2, modified: FilePen, deleted: FileX2, renamed: FileSymlink };

function Content({ number, label }: { number: number; label: string }): ReactElement {
  const { t } = useTranslation();
  const showChange = useApp((store) => store.showChange);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    showChange(number)
      .then((diff) => diff ?? '', (error: unknown) => t('changes.failed', { reason: reason(error) }))
      .then((diff) => {
        if (!gone) setText(diff);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [number, showChange, t]);
  return text === null ? <p className={styles.why}>{t('changes.loading')}</p> : <Diff text={text} label={label} />;
}

interface ChangeItemProps {
  change: ChangeView;
  workspace: string;
  /** Why nothing can be undone now. */
  held: string | undefined;
}

/** One change: what and where, its counts, its diff, and Undo or Redo. */
export function ChangeItem({ change, workspace, held }: ChangeItemProps): ReactElement {
  const { t } = useTranslation();
  const { undoing, undoChanges, undone } = usePick('undoing', 'undoChanges', 'undone');
  const [open, setOpen] = useState(false);
  const details = useId();
  const { number, kind, path, from, lines, count, state, uncertain, dropped } = change;
  const short = (place: string): string => (workspace !== '' && place.startsWith(workspace) ? place.slice(workspace.length + 1) : place);
  const name = visible(from === null ? short(path) : `${short(from)} → ${short(path)}`);
  const file = visible(lastPart(path));
  const Icon = icons[kind];
  const direction = state === 'made' ? 'undo' : 'redo';
  const left = undone[number]?.left ?? [];
  return (
    <li className={[styles.item, state === 'undone' && styles.gone].filter(Boolean).join(' ')} data-testid="change-item" data-number={number} data-state={state} data-kind={kind}>
      <div className={styles.line}>
        <button type="button" className={styles.name} aria-expanded={open} aria-controls={details} title={path} onClick={() => setOpen(!open)}>
          <ChevronRight size={13} className={styles.chevron} aria-hidden />
          <Icon size={15} role="img" aria-label={t(`changes.kind.${kind}`)} />
          <span>{name}</span>
        </button>
        <span className={styles.facts}>
          {count > 1 && <span>{t('changes.pieces', { count })}</span>}
          {lines && lines.added + lines.removed > 0 && (
            <>
              <ins aria-label={t('changes.added', { count: lines.added })}>+{lines.added}</ins>
              <del aria-label={t('changes.removed', { count: lines.removed })}>−{lines.removed}</del>
            </>
          )}
          {state === 'undone' && <span className="heard">{t('changes.undone')}</span>}
          {uncertain && state === 'made' && (
            <span title={t('changes.uncertainHint')}>
              <Badge tone="warn">{t('changes.uncertain')}</Badge>
            </span>
          )}
          {dropped && (
            <span title={t('changes.droppedHint')}>
              <Badge tone="warn">{t('changes.dropped')}</Badge>
            </span>
          )}
        </span>
        <Button
          look="quiet"
          className={styles.act}
          data-testid={state === 'made' ? 'undo-one' : 'redo-one'}
          disabled={undoing || held !== undefined}
          title={held}
          aria-label={t(`changes.${direction}One`, { file })}
          onClick={() => void undoChanges({ change: number, direction })}
        >
          {t(`changes.${direction}`)}
        </Button>
      </div>
      {left.map((one) => (
        <p key={one.path} className={styles.why} data-testid="change-left" data-code={one.code}>
          {one.path === path ? '' : `${visible(short(one.path))}: `}
          {one.why}
        </p>
      ))}
      <div id={details} hidden={!open}>
        {open && <Content number={number} label={t('changes.diff', { file })} />}
      </div>
    </li>
  );
}
