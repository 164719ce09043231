import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Frame } from '../../../preload/contract/bridge';
import { Picture } from '../../ui/picture';
import styles from './preview.module.css';

/** The desktop as the assistant sees it, while a run acts, with the next action's spot ringed. */
export function Preview({ frame }: { frame: Frame }): ReactElement {
  const { t } = useTranslation();
  return (
    <section className={styles.preview} data-testid="preview" aria-label={t('screen.title')}>
      <h2 className={styles.head}>
        <span className={styles.live} aria-hidden />
        {t('screen.title')}
      </h2>
      <Picture image={frame.image} width={frame.width} height={frame.height} spot={frame.spot} description={t('screen.alt')} pulsing />
      {frame.spot && (
        <p className={styles.caption}>
          <span className={styles.ring} aria-hidden />
          {t('screen.spot')}
        </p>
      )}
    </section>
  );
}
