import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { requireFile } from './open-path';

/**
 * The bytes of an ordinary file that was `expected` bytes long a moment ago. `readFile` asks the
 * system five times and each time waits for a thread; here it is asked twice, and with `atOnce` without a thread.
 */
export async function readWhole(path: string, expected: number, atOnce = false): Promise<Buffer> {
  if (atOnce) return readAtOnce(path, expected) ?? (await readFile(path));
  const file = await open(path, 'r');
  try {
    // One byte more: that it stays empty proves the end.
    const buffer = Buffer.allocUnsafe(expected + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return bytesRead === expected ? buffer.subarray(0, expected) : await readFile(path);
  } finally {
    // What was read is read: nobody has to wait for the end.
    void file.close().catch(() => undefined);
  }
}

function readAtOnce(path: string, expected: number): Buffer | null {
  // A pipe that was put in the file's place meanwhile must not be waited for.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    requireFile(path, fstatSync(handle));
    const buffer = Buffer.allocUnsafe(expected + 1);
    return readSync(handle, buffer, 0, buffer.length, 0) === expected ? buffer.subarray(0, expected) : null;
  } finally {
    closeSync(handle);
  }
}
