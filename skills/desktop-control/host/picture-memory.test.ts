import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { copied, pictureMemory } from './picture-memory';

/** No smaller ones are kept. */
const bytes = 600_000;
const memories = new Set<unknown>();

async function used(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    memories.add((await pictureMemory(bytes)).fill(index).buffer);
    await setImmediate();
  }
}

it('is used again once nobody holds it, and never before', async () => {
  const held = [await pictureMemory(bytes), await copied(Buffer.alloc(bytes, 0x5a))];
  held[0]?.fill(0x33);
  await used(30);
  // Thirty pictures in the memory of a few, none of them that of those that are held.
  expect(memories.size).toBeLessThan(10);
  for (const { buffer } of held) expect(memories.has(buffer)).toBe(false);
  expect(held[0]?.equals(Buffer.alloc(bytes, 0x33))).toBe(true);
  expect(held[1]?.equals(Buffer.alloc(bytes, 0x5a))).toBe(true);
});

it('is there for more pictures than are ever held at once, and for those of a larger screen', async () => {
  const many = await Promise.all(Array.from({ length: 9 }, (_, index) => pictureMemory(bytes).then((memory) => memory.fill(index))));
  expect(new Set(many.map(({ buffer }) => buffer)).size).toBe(9);
  many.forEach((memory, index) => expect(memory.equals(Buffer.alloc(bytes, index))).toBe(true));
  expect(await pictureMemory(2 * bytes)).toHaveLength(2 * bytes);
  expect(await pictureMemory(12)).toHaveLength(12);
});
