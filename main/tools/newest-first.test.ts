import { expect, it } from 'vitest';
import fc from 'fast-check';
import { newestOf } from './newest-first';

it('shows the newest, those of one moment by name, as if all had been put in order, however many are let go on the way', () => {
  const times = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: 0, max: 2e12, noNaN: true }));
  const few = fc.array(times, { maxLength: 60 });
  // Taken over and over, so that there are more than are held at once.
  const many = fc.tuple(fc.array(times, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 130 })).map(([some, rounds]) => Array.from({ length: rounds }, (_, round) => some.map((time, index) => (index % 3 === 0 ? time + round : time))).flat());
  fc.assert(
    fc.property(fc.oneof(few, many), fc.integer({ min: 1, max: 70 }), fc.boolean(), (all, most, rising) => {
      const files = all.map((time, index) => ({ path: `${(index * 7919) % 104_729} ${index}`, time }));
      if (rising) files.sort((a, b) => a.time - b.time);
      const ordered = [...files].sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
      const newest = newestOf(most);
      for (const { path, time } of files) newest.add(path, time);
      expect(newest.list()).toEqual(ordered.slice(0, most));
    }),
    { numRuns: 300 },
  );
});
