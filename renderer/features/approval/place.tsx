import { File, Folder, Puzzle } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../../preload/contract/approval';
import { literal, visible } from '../../lib/visible';
import { Diff } from '../../ui/diff';
import { Picture } from '../../ui/picture';
import { PictureZoom } from './picture-zoom';
import styles from './place.module.css';

/** Of a command longer than this some is off the dialog until it is scrolled, characters. */
const longFrom = 800;
/** A zoomed view helps only in a picture that is drawn much smaller than it is, pixels. */
const zoomFrom = 700;

function Path({ path, folder = false }: { path: string; folder?: boolean }): ReactElement {
  const Icon = folder ? Folder : File;
  return (
    <p className={styles.path}>
      <Icon size={15} aria-hidden />
      <span>{literal(path)}</span>
    </p>
  );
}

/** One piece of evidence of where a call would act, shown as it will run. */
export function PlaceView({ place }: { place: Place }): ReactElement {
  const { t } = useTranslation();
  switch (place.kind) {
    case 'command':
      return (
        <figure className={styles.place}>
          <figcaption>{t('approval.command')}</figcaption>
          {place.command.length > longFrom && <p className={styles.note}>{t('approval.long', { count: place.command.length })}</p>}
          <pre className={styles.command} tabIndex={0}>
            {literal(place.command)}
          </pre>
          <Path path={place.directory} folder />
        </figure>
      );
    case 'diff':
      return (
        <figure className={styles.place}>
          <figcaption>{t('approval.diff')}</figcaption>
          <Path path={place.path} />
          <Diff text={place.diff} label={t('approval.diff')} />
        </figure>
      );
    case 'path':
      return (
        <figure className={styles.place}>
          <Path path={place.path} />
          {place.note && <p className={styles.note}>{visible(place.note)}</p>}
        </figure>
      );
    case 'skill':
      return (
        <figure className={styles.place} data-testid="approval-skill">
          <figcaption className={styles.skill}>
            <Puzzle size={15} aria-hidden />
            <b>{visible(place.name)}</b>
            <span>{visible(place.from)}</span>
          </figcaption>
          <ul className={styles.may}>
            {place.may.map((sentence) => (
              <li key={sentence}>{visible(sentence)}</li>
            ))}
          </ul>
          <p className={styles.note}>{t('approval.skillArguments')}</p>
          <pre className={styles.text} tabIndex={0}>
            {visible(place.arguments)}
          </pre>
          <p className={styles.note}>{t('approval.skillCommand')}</p>
          <pre className={styles.command} tabIndex={0}>
            {literal(place.command)}
          </pre>
        </figure>
      );
    case 'text':
      return (
        <figure className={styles.place}>
          <figcaption>{place.label}</figcaption>
          <pre className={styles.text} tabIndex={0}>
            {visible(place.text)}
          </pre>
        </figure>
      );
    case 'picture': {
      const zoomed = place.spot !== null && place.width >= zoomFrom;
      return (
        <figure className={styles.place}>
          <figcaption>{t(place.spot ? 'approval.pictureSpot' : 'approval.picture')}</figcaption>
          <div className={zoomed ? styles.pictures : styles.picture}>
            <Picture {...place} description={t('approval.picture')} />
            {zoomed && place.spot && <PictureZoom image={place.image} width={place.width} height={place.height} spot={place.spot} />}
          </div>
        </figure>
      );
    }
  }
}
