import { describe, expect, it } from 'vitest';
import { busyNote, judge, renderTable, toReport } from './report.mjs';
import { median, sideBySide, timeOf } from './samples.mjs';

const bench = { folder: '', log: () => undefined };
const result = (/** @type {object} */ goal, /** @type {object} */ measured) => judge('g', { name: 'row', unit: 'ms', ...goal, measure: async () => measured }, bench);

describe('a row', () => {
  it('is judged by its value or by its ratio to the reference of the same run', async () => {
    expect(await result({ goal: { most: 6 } }, { value: 6 })).toMatchObject({ value: 6, reference: null, ratio: null, goal: '≤ 6 ms', met: true });
    expect(await result({ goal: { most: 6 } }, { value: 6.01 })).toMatchObject({ met: false });
    expect(await result({ goal: { most: 1.3, of: 'ratio' } }, { value: 130, reference: 100 })).toMatchObject({ ratio: 1.3, goal: '≤ 1.3 × reference', met: true });
    expect(await result({ goal: { most: 1.3, of: 'ratio' } }, { value: 132, reference: 100 })).toMatchObject({ met: false });
    expect(await result({}, { value: 5 })).toMatchObject({ goal: null, met: null });
  });

  it('that can not be measured says why and is never met', async () => {
    const broken = await judge('g', { name: 'row', unit: 'ms', goal: { most: 6 }, measure: () => Promise.reject(new Error('no disk')) }, bench);
    expect(broken).toMatchObject({ value: null, met: null, error: 'no disk' });
    expect(await result({ goal: { most: 6 } }, { value: NaN })).toMatchObject({ met: null, error: expect.stringContaining('NaN') });
    expect(await result({ goal: { most: 1.3, of: 'ratio' } }, { value: 1 })).toMatchObject({ met: null, error: expect.stringContaining('reference') });
    expect(renderTable([broken])).toMatch(/FAILED[\s\S]*row could not be measured: no disk/);
    expect(toReport([broken])).toMatchObject({ met: 0, missed: 0, failed: 1 });
  });

  it('of a busy machine is read with care', () => {
    expect(busyNote(20, 2)).toContain('load 20 on 2 processors');
    expect(busyNote(1, 2)).toBe('');
  });

  it('stands in the table with its goal', async () => {
    expect(renderTable([await result({ goal: { most: 6 } }, { value: 7.123 })])).toMatch(/g +row +7\.12 ms +≤ 6 ms +NO$/);
  });
});

describe('samples', () => {
  it('have a median', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });

  it('leave the warm-ups out', async () => {
    let runs = 0;
    await timeOf(() => void runs++, { repeats: 3, warmUps: 2 });
    expect(runs).toBe(5);
    let ours = 0;
    expect(await sideBySide(async () => ++ours, async () => 10, { repeats: 3, warmUps: 1 })).toEqual({ value: 3, reference: 10 });
  });
});
