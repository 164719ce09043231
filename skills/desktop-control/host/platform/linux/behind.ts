import type { XComposite } from 'x11';
import { blank, blend, intersection, paste, type Frame } from '../../frame';
import { pictureMemory } from '../../picture-memory';
import type { Rectangle } from '../platform';
import { ask, extension, numbers, type Connection } from './connection';

/** A window on the screen as it is drawn: the child of the root, its border included in the box. */
export interface Layer {
  frame: number;
  box: Rectangle;
  own: boolean;
}

/** Its fourth byte as the server gives it. Rejects when there is no such picture. */
type PictureOf = (pixmap: number, area: Rectangle) => Promise<Frame & { depth: number }>;

const grey = 0x80;
const withAlpha = 32;

/**
 * What stands behind our own windows. With the Composite extension the server keeps each window's
 * content whole, covered or not; a compositor has asked for that already, without one we ask, once a
 * picture needs it. A window that is not kept so has no pixmap to be named: it is left out rather than
 * read from the screen, where our own window would be in its place.
 */
export class Behind {
  private kept = false;

  private constructor(
    private readonly connection: Connection,
    private readonly composite: XComposite,
    private readonly image: PictureOf,
  ) {}

  /** Null where the server has no Composite. `image` photographs a pixmap. */
  static async open(connection: Connection, image: PictureOf): Promise<Behind | null> {
    const composite = await extension<XComposite>(connection, 'composite');
    return composite && new Behind(connection, composite, image);
  }

  /** One frame an area; grey where nothing that can be read stands behind. `layers` is front to back. */
  async frames(areas: Rectangle[], layers: Layer[]): Promise<Frame[]> {
    await this.keep();
    const frames = await Promise.all(areas.map(async (area) => blank(area, grey, await pictureMemory(area.width * area.height * 4))));
    for (const { frame, box } of [await this.wallpaper(), ...layers.filter(({ own }) => !own).reverse()].filter((layer): layer is Layer => layer !== null)) {
      for (const [index, area] of areas.entries()) {
        const part = intersection(area, box);
        const onto = frames[index];
        if (part && onto) await this.draw(frame, box, part, area, onto);
      }
    }
    return frames;
  }

  private async draw(window: number, box: Rectangle, part: Rectangle, area: Rectangle, onto: Frame): Promise<void> {
    const { client, root } = this.connection;
    const pixmap = client.AllocID();
    const isWallpaper = window === root;
    const drawable = isWallpaper ? await this.rootPixmap() : pixmap;
    if (!isWallpaper) this.composite.NameWindowPixmap(window, pixmap);
    const picture = await this.image(drawable, { ...part, x: part.x - box.x, y: part.y - box.y }).catch(() => null);
    if (!isWallpaper) client.FreePixmap(pixmap);
    if (!picture) return;
    const at = { x: part.x - area.x, y: part.y - area.y };
    if (picture.depth === withAlpha) blend(onto, picture, at);
    else paste(onto, picture, at);
  }

  private async keep(): Promise<void> {
    if (this.kept) return;
    this.kept = true;
    const { client } = this.connection;
    const selection = await ask<number>((callback) => client.InternAtom(false, '_NET_WM_CM_S0', callback));
    const compositor = selection === null ? 0 : await ask<number>((callback) => client.GetSelectionOwner(selection, callback));
    if (compositor) return;
    this.composite.RedirectSubwindows(this.connection.root, this.composite.Redirect.Automatic);
    await client.sync();
  }

  /** The picture that desktops leave for others to draw behind windows; none where it is a small tile. */
  private async wallpaper(): Promise<Layer | null> {
    const pixmap = await this.rootPixmap();
    const size = pixmap && (await ask<{ width: number; height: number }>((callback) => this.connection.client.GetGeometry(pixmap, callback)));
    return size ? { frame: this.connection.root, box: { x: 0, y: 0, width: size.width, height: size.height }, own: false } : null;
  }

  private async rootPixmap(): Promise<number> {
    return (await numbers(this.connection, this.connection.root, '_XROOTPMAP_ID'))[0] ?? 0;
  }
}
