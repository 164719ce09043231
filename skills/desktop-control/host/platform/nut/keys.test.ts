import { Key } from '@nut-tree-fork/shared';
import { describe, expect, it } from 'vitest';
import { nutKey } from './keys';

describe('nut-js keys', () => {
  it.each([['enter', 'Return'], ['ctrl', 'LeftControl'], ['a', 'A'], ['7', 'Num7'], ['f12', 'F12'], ['kp_0', 'NumPad0'], ['page_down', 'PageDown'], ['/', 'Slash']])('%s is %s, which nut-js has', (name, expected) => {
    expect(nutKey(name)).toBe(expected);
    expect(Key[expected as keyof typeof Key]).toBeTypeOf('number');
  });
  it('has no key for other characters', () => {
    expect(nutKey('é')).toBeNull();
    expect(nutKey('f25')).toBeNull();
  });
});
