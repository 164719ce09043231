import { expect, it } from 'vitest';
import { patience } from './patience.mjs';

it('a demonstration that comes forward slowly is waited for; one that stands still, or never ends, is given up', () => {
  let time = 0;
  const slow = patience({ silent: 180_000, whole: 900_000, now: () => time });
  for (let step = 0; step < 6; step++, time += 150_000) expect(slow.endsAt(step)).toBeNull();
  expect(slow.endsAt(6)).toBeNull();
  time += 150_000;
  expect(slow.endsAt(7)).toContain('did not end within 900 s');

  time = 0;
  const stuck = patience({ silent: 180_000, whole: 900_000, now: () => time });
  expect(stuck.endsAt(3)).toBeNull();
  time += 180_000;
  expect(stuck.endsAt(3)).toBeNull();
  time += 1;
  expect(stuck.endsAt(3)).toContain('Nothing new came of the run for 180 s');
});
