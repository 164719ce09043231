import { makeOpaque, swapRedAndBlue, type Frame } from './frame';

/** One way to photograph the desktop. A failure rejects: never a stale, empty or half picture. */
export interface CaptureSource {
  readonly name: string;
  /** The whole desktop, in physical pixels. */
  grab(): Promise<Frame>;
}

/** libnut's grab. Loaded only once the display is known to be alive. */
export async function nutSource(): Promise<CaptureSource> {
  const { screen } = await import('@nut-tree-fork/nut-js');
  return {
    name: 'nut-js',
    async grab() {
      const image = await screen.grab();
      if (image.channels !== 4 || image.data.length < image.width * image.height * 4) throw new Error('the picture of the screen came back incomplete');
      return makeOpaque({ width: image.width, height: image.height, data: image.data });
    },
  };
}

/** The portable second choice. It needs ImageMagick's `import` on Linux. */
export async function screenshotSource(): Promise<CaptureSource> {
  const [{ default: screenshot }, { Transformer }] = await Promise.all([import('screenshot-desktop'), import('@napi-rs/image')]);
  return {
    name: 'screenshot-desktop',
    async grab() {
      const picture = new Transformer(await screenshot({ format: 'png' }));
      const { width, height } = await picture.metadata();
      const data = withFourChannels(await picture.rawPixels(), width * height);
      const frame = { width, height, data };
      swapRedAndBlue(frame);
      return makeOpaque(frame);
    },
  };
}

/** The first source that gives a picture, from the fastest on: the system's own, libnut, screenshot-desktop. */
export async function openCapture(own: CaptureSource | null): Promise<CaptureSource> {
  const tried: string[] = [];
  for (const open of [...(own ? [() => Promise.resolve(own)] : []), nutSource, screenshotSource]) {
    try {
      const source = await open();
      const frame = await source.grab();
      if (frame.width > 0 && frame.height > 0) return source;
      tried.push(`${source.name}: empty picture`);
    } catch (error) {
      tried.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`The screen can't be photographed: ${tried.join('; ')}`);
}

/** Pixels of one byte a channel, RGB or RGBA, as RGBA. */
export function withFourChannels(pixels: Buffer, count: number): Buffer {
  if (pixels.length === count * 4) return pixels;
  if (pixels.length !== count * 3) throw new Error('the picture of the screen is of a kind that is not understood');
  const data = Buffer.alloc(count * 4, 255);
  for (let at = 0; at < count; at += 1) pixels.copy(data, at * 4, at * 3, at * 3 + 3);
  return data;
}
