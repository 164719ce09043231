import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { replacementDiff } from '../../lib/split-diff';
import { visible } from '../../lib/visible';
import { useBlobUrl } from '../../lib/use-blob-url';
import { Diff } from '../../ui/diff';
import { Picture } from '../../ui/picture';
import type { ToolItem } from './conversation';
import styles from './tool-card.module.css';

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function Shot({ bytes, description }: { bytes: Uint8Array; description: string }): ReactElement | null {
  const url = useBlobUrl(bytes);
  return url ? <img className={styles.shot} src={url} alt={description} /> : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The change a call made or asked for: the tool's own diff when it gave one, else that of its arguments. */
function diffOf({ tool, arguments: args, result }: ToolItem): string {
  if (typeof result?.data.diff === 'string') return result.data.diff;
  const call = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {};
  const replace = (edit: Record<string, unknown>): string => replacementDiff(text(edit.old_string), text(edit.new_string));
  if (tool === 'Edit') return replace(call);
  if (tool === 'MultiEdit' && Array.isArray(call.edits)) return (call.edits as Record<string, unknown>[]).map(replace).join('\n');
  if (tool === 'Write') return replacementDiff('', text(call.content));
  return '';
}

/** All there is to know about a call: its arguments, what it changed or showed, what it answered, why it was allowed. */
export function ToolDetails({ item }: { item: ToolItem }): ReactElement {
  const { t } = useTranslation();
  const { result, approval } = item;
  const diff = diffOf(item);
  const command = item.tool === 'Bash' && typeof item.arguments === 'object' && item.arguments !== null && 'command' in item.arguments;
  return (
    <div className={styles.details}>
      {!diff && (
        <Part title={t('tool.arguments')}>
          <pre className={styles.block} tabIndex={0}>
            {visible(command ? text((item.arguments as Record<string, unknown>).command) : (JSON.stringify(item.arguments, null, 2) ?? ''))}
          </pre>
        </Part>
      )}
      {diff && (
        <Part title={t('tool.change')}>
          <Diff text={diff} label={t('tool.change')} />
        </Part>
      )}
      {item.place && (
        <Part title={t('tool.place')}>
          <Picture {...item.place} description={t('tool.place')} />
        </Part>
      )}
      {item.images.map((bytes, index) => (
        <Part key={index} title={t('tool.picture')}>
          <Shot bytes={bytes} description={t('tool.picture')} />
        </Part>
      ))}
      {result?.text && !result.error && (
        <Part title={t('tool.result')}>
          <pre className={styles.block} tabIndex={0}>
            {visible(result.text)}
          </pre>
        </Part>
      )}
      {result?.error && (
        <Part title={t('tool.told')}>
          <pre className={styles.block} tabIndex={0} lang="en">
            {visible([result.error.message, result.error.hint].filter(Boolean).join('\n'))}
          </pre>
        </Part>
      )}
      {approval && approval.reasons.length > 0 && (
        <Part title={t('tool.reasons', { level: t(`approval.level.${approval.level}`) })}>
          <ul className={styles.reasons}>
            {approval.reasons.map((reason) => (
              <li key={reason}>{visible(reason)}</li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
