import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/store-context';
import { Picture } from '../../ui/picture';
import styles from './preview.module.css';

/** The desktop as the assistant sees it, while a run acts, with the next action's spot ringed. */
export function Preview(): ReactElement {
  const { t } = useTranslation();
  const frame = useApp((store) => store.frame);
  return (
    <section className={styles.preview} data-testid="preview" aria-label={t('screen.title')}>
      <h2 className={styles.head}>
        <span className={styles.live} aria-hidden />
        {t('screen.title')}
      </h2>
      {frame ? (
        <Picture image={frame.image} width={frame.width} height={frame.height} spot={frame.spot} description={t('screen.alt')} pulsing />
      ) : (
        <p className={styles.waiting}>{t('screen.waiting')}</p>
      )}
      {frame?.spot && (
        <p className={styles.caption}>
          <span className={styles.ring} aria-hidden />
          {t('screen.spot')}
        </p>
      )}
    </section>
  );
}
