import { describe, expect, it } from 'vitest';
import { checkNotBlank } from './blank';
import { blank } from './frame';
import type { WindowInfo } from './platform/platform';

const size = { width: 64, height: 48 };
const window = { title: 'Letter' } as WindowInfo;

describe('a black picture', () => {
  it('is an error while windows are open, with what to do', () => {
    expect(() => checkNotBlank(blank(size, 0), [window])).toThrow(expect.objectContaining({ code: 'EXECUTION_ERROR', message: expect.stringContaining('locked, blanked or asleep') as string, hint: expect.stringContaining('wake') as string }) as Error);
  });

  it('is a picture of a bare black desktop', () => {
    checkNotBlank(blank(size, 0), []);
  });

  it('is none as soon as one pixel is not black', () => {
    const frame = blank(size, 0);
    frame.data[frame.data.length - 4] = 1;
    checkNotBlank(frame, [window]);
  });
});
