import { ToolFault } from './fault';
import type { Outcome, Picture } from './tool';

/** Models scale larger pictures down themselves or refuse them; pixels of the longer side. */
const longestSide = 1568;

/** A larger PNG becomes a JPEG: providers refuse requests of some megabytes, bytes. */
const largestPng = 1024 * 1024;
const jpegQuality = 85;

/** More would take gigabytes to unpack. */
const mostPixels = 120_000_000;

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/** Whether the bytes are a picture, by their first bytes: a name proves nothing. */
export function isPicture(bytes: Buffer): boolean {
  const webp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  // Two letters alone would be too little; a bitmap's reserved bytes are zero.
  const bitmap = bytes.toString('latin1', 0, 2) === 'BM' && bytes.length > 26 && bytes.readUInt32LE(6) === 0;
  const avif = bytes.toString('latin1', 4, 12) === 'ftypavif';
  return webp || avif || bitmap || signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte));
}

/** A picture file for the model: scaled to what models take, its true size in the data. */
export async function readPicture(bytes: Buffer, path: string): Promise<Outcome> {
  // Loaded when the first picture is read: the app's start must not wait for it.
  const { FastResizeFilter, Transformer } = await import('@napi-rs/image');
  try {
    const picture = new Transformer(bytes);
    const { width, height, format, orientation = 1 } = await picture.metadata(true);
    if (width * height > mostPixels) throw new ToolFault('TOO_LARGE', `${path} has ${width}×${height} pixels.`, 'Make a smaller copy with Bash, for example: convert FILE -resize 1568x1568 COPY.png');
    // Orientations from 5 on lie on their side.
    const upright = orientation < 5 ? { width, height } : { width: height, height: width };
    const shown = fitInside(upright);
    picture.rotate();
    if (shown.width < upright.width) picture.fastResize({ ...shown, filter: FastResizeFilter.CatmullRom });
    const png = await picture.png();
    const image: Picture = png.length <= largestPng ? { mime: 'image/png', bytes: png } : { mime: 'image/jpeg', bytes: await picture.jpeg(jpegQuality) };
    return {
      status: 'success',
      data: { format, ...upright, shown },
      text: `${path}: ${format} picture, ${upright.width}×${upright.height} pixels.`,
      images: [image],
    };
  } catch (error) {
    if (error instanceof ToolFault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolFault('BINARY_FILE', `${path} is a damaged picture: ${why}.`, 'Use another copy of the picture.');
  }
}

function fitInside({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
