import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlobUrl } from '../../lib/use-blob-url';
import styles from './place.module.css';
import { zoomRegion } from './zoom';

/** Side of the square that is shown enlarged, pixels of the picture. */
const side = 180;

interface PictureZoomProps {
  image: Uint8Array;
  width: number;
  height: number;
  spot: { x: number; y: number };
}

/** The surroundings of the spot, enlarged, so that the target's name can be read. */
export function PictureZoom({ image, width, height, spot }: PictureZoomProps): ReactElement {
  const { t } = useTranslation();
  const url = useBlobUrl(image);
  const region = zoomRegion(width, height, spot, side);
  const part = (value: number): string => `${(value / region.side) * 100}%`;
  return (
    <span className={styles.zoom}>
      {url && <img src={url} alt={t('approval.zoom')} draggable={false} style={{ width: part(width), left: part(-region.x), top: part(-region.y) }} />}
      <span className={styles.cross} style={{ left: part(spot.x - region.x), top: part(spot.y - region.y) }} />
    </span>
  );
}
