import { FastResizeFilter, Transformer } from '@napi-rs/image';
import { ToolFault } from './fault';
import type { Outcome } from './tool';

/** Models scale larger pictures down themselves or refuse them; pixels of the longer side. */
const longestSide = 1568;

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/** Whether the bytes are a picture, by their first bytes: a name proves nothing. */
export function isPicture(bytes: Buffer): boolean {
  const webp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return webp || signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte));
}

/** A picture file for the model: scaled to what models take, its true size in the data. */
export async function readPicture(bytes: Buffer, path: string): Promise<Outcome> {
  try {
    const picture = new Transformer(bytes);
    const { width, height, format } = await picture.metadata();
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const shown = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    if (scale < 1) picture.fastResize({ ...shown, filter: FastResizeFilter.Lanczos3 });
    const png = await picture.png();
    return {
      status: 'success',
      data: { format, width, height, shown },
      text: `${path}: ${format} picture, ${width}×${height} pixels.`,
      images: [{ mime: 'image/png', bytes: png }],
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolFault('BINARY_FILE', `${path} is a damaged picture: ${why}.`, 'Use another copy of the picture.');
  }
}
