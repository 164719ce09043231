import { expect, it } from 'vitest';
import fc from 'fast-check';
import { newestOf } from './newest-first';

it('shows the newest, those of one moment by name, as if all had been put in order', () => {
  const dated = fc.uniqueArray(fc.record({ path: fc.string({ minLength: 1, maxLength: 3 }), time: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: 0, max: 2e12, noNaN: true })) }), { selector: ({ path }) => path, maxLength: 60 });
  fc.assert(
    fc.property(dated, fc.integer({ min: 1, max: 70 }), (files, most) => {
      const ordered = [...files].sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
      expect(newestOf({ paths: files.map(({ path }) => path), times: files.map(({ time }) => time) }, most)).toEqual(ordered.slice(0, most));
    }),
    { numRuns: 500 },
  );
});
