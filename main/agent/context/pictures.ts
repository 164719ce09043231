import { createHash } from 'node:crypto';
import type { Message } from '../../model/model';
import type { Picture } from '../../tools/tool';

/** How many different pictures stay in what the model is sent; older ones become one line of text (C5). */
const PICTURES_KEPT = 3;

const OLD = '[An earlier picture is no longer shown. Observe again to see the screen.]';
const SAME = '[The picture is unchanged: the same as the one shown above.]';

const hashes = new WeakMap<Picture, string>();

function hashOf(picture: Picture): string {
  let hash = hashes.get(picture);
  if (hash === undefined) {
    hash = createHash('sha1').update(picture.bytes).digest('base64');
    hashes.set(picture, hash);
  }
  return hash;
}

function picturesOf(message: Message): Picture[] {
  return message.role === 'user' || message.role === 'tool' ? (message.images ?? []) : [];
}

/** The messages with the newest pictures only, and each of these once; a line of text stands for the others. */
export function withNewestPictures(messages: readonly Message[]): Message[] {
  const kept = new Set<string>();
  for (const message of [...messages].reverse()) {
    for (const picture of picturesOf(message)) if (kept.size < PICTURES_KEPT) kept.add(hashOf(picture));
  }
  const shown = new Set<string>();
  return messages.map((message) => {
    const pictures = picturesOf(message);
    if (!('images' in message) || message.images === undefined) return message;
    const fresh = pictures.filter((picture) => {
      const hash = hashOf(picture);
      return kept.has(hash) && !shown.has(hash) && shown.add(hash);
    });
    if (fresh.length === pictures.length && fresh.length > 0) return message;
    const { images: _dropped, ...rest } = message;
    const line = pictures.some((picture) => kept.has(hashOf(picture))) ? SAME : OLD;
    return { ...rest, text: `${rest.text}\n${line}`, ...(fresh.length ? { images: fresh } : {}) };
  });
}

/** Lets go of the bytes of all but the newest pictures, in place: a long session must not fill the memory. */
export function forgetOldPictures(messages: readonly Message[], keptMessages: number): void {
  let left = keptMessages;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message || picturesOf(message).length === 0) continue;
    if (left-- > 0) continue;
    // Those before it were let go of earlier.
    if ('images' in message) message.images = [];
    return;
  }
}
