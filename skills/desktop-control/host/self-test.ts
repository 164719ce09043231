import type { CaptureSource } from './capture';
import type { Platform } from './platform/platform';

/** A hand on the mouse can move it in between; three times in a row it does not. */
const attempts = 3;

/**
 * Before anything is clicked: does the pointer go where it is sent, and does the picture hold all
 * displays? Moves the pointer by one pixel and back. Rejects with a sentence for people.
 */
export async function selfTest(platform: Platform, source: CaptureSource): Promise<void> {
  const displays = await platform.displays();
  const frame = await source.grab();
  const outside = displays.find(({ x, y, width, height }) => x < 0 || y < 0 || x + width > frame.width || y + height > frame.height);
  if (outside) {
    throw new Error(`Pictures of the screen do not fit its displays: display ${outside.id} is ${outside.width} × ${outside.height} at ${outside.x},${outside.y}, the picture has ${frame.width} × ${frame.height} pixels. Clicks would miss, so none are sent. Set every display to the same scale, then try again.`);
  }
  let told = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const start = await platform.pointer();
    const beside = { x: start.x > 0 ? start.x - 1 : start.x + 1, y: start.y };
    await platform.move(beside);
    const there = await platform.pointer();
    await platform.move(start);
    if (there.x === beside.x && there.y === beside.y) return;
    told = `sent to ${beside.x},${beside.y} it went to ${there.x},${there.y}`;
  }
  throw new Error(`The pointer does not go where it is sent (${told}). Clicks would miss, so none are sent. Let go of the mouse, or end the program that holds the pointer, then try again.`);
}
