import type { ReactElement } from 'react';
import { useBlobUrl } from '../lib/use-blob-url';
import styles from './picture.module.css';

interface PictureProps {
  image: Uint8Array;
  width: number;
  height: number;
  /** Pixels of the picture. */
  spot?: { x: number; y: number } | null;
  description: string;
  pulsing?: boolean;
}

/** A picture that fills the width it is given, with the spot of an action ringed. */
export function Picture({ image, width, height, spot = null, description, pulsing = false }: PictureProps): ReactElement {
  const url = useBlobUrl(image);
  return (
    <span className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }}>
      {url && <img className={styles.image} src={url} alt={description} draggable={false} />}
      {spot && (
        <span
          className={[styles.spot, pulsing && styles.pulsing].filter(Boolean).join(' ')}
          style={{ left: `${(spot.x / width) * 100}%`, top: `${(spot.y / height) * 100}%` }}
        />
      )}
    </span>
  );
}
