import { Calculator, FileSearch, FileText, Sheet } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/store-context';
import styles from './chat.module.css';
import { composerId } from './composer';

const ideas = [
  { key: 'sheet', Icon: Sheet },
  { key: 'letter', Icon: FileText },
  { key: 'search', Icon: FileSearch },
  { key: 'calculate', Icon: Calculator },
] as const;

/** What a new conversation begins with: examples that go to the composer, never straight to work. */
export function EmptyChat(): ReactElement {
  const { t } = useTranslation();
  const setDraft = useApp((store) => store.setDraft);
  const planner = useApp((store) => store.app?.model.kind === 'planner');
  return (
    <div className={styles.empty}>
      <div>
        <h1>{t('chat.empty.title')}</h1>
        <p className={styles.lead}>{t(planner ? 'chat.empty.planner' : 'chat.empty.model')}</p>
      </div>
      <ul className={styles.ideas}>
        {ideas.map(({ key, Icon }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.idea}
              onClick={() => {
                setDraft(t(`chat.ideas.${key}`));
                document.getElementById(composerId)?.focus();
              }}
            >
              <Icon size={17} aria-hidden />
              {t(`chat.ideas.${key}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
