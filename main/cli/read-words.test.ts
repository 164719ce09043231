import { expect, it } from 'vitest';
import { readWords, UsageError } from './read-words';

const options = { count: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

it.each([
  [['--jsno'], 'There is no option --jsno here.'],
  [['-x'], 'There is no option -x here.'],
  [['--change', '2'], '--change goes with --undo SESSION or --redo SESSION only.'],
  [['--request=2'], '--request goes with trace FILE only.'],
  [['--count'], '--count needs a value behind it.'],
  [['--count', '--json'], '--count needs a value behind it.'],
  [['--json=yes'], '--json takes no value.'],
])('%j: %s', (args, said) => {
  const read = (): unknown => readWords({ args, allowPositionals: true, options });
  expect(read).toThrow(UsageError);
  expect(read).toThrow(said);
});
