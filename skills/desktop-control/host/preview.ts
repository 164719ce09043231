import { fit } from '../coordinates';
import type { Desktop } from './desktop';
import { jpeg } from './picture';

const widest = 1280;

/** A small picture for the live preview, with the next action's spot in its pixels. */
export async function preview(desktop: Desktop): Promise<{ image: Uint8Array; width: number; height: number; spot: { x: number; y: number } | null }> {
  const frame = await desktop.publicFrame();
  const size = fit(frame, Math.max(widest, Math.round((widest * frame.height) / frame.width)));
  const scaled = size.width > widest ? fit(frame, widest) : size;
  const image = await jpeg(frame, { x: 0, y: 0, width: frame.width, height: frame.height }, scaled, 70);
  const spot = desktop.spot ? { x: Math.round((desktop.spot.x * scaled.width) / frame.width), y: Math.round((desktop.spot.y * scaled.height) / frame.height) } : null;
  return { image, width: scaled.width, height: scaled.height, spot };
}
