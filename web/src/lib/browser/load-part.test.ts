import { expect, test } from 'vitest';
import { loadPart } from './load-part.ts';

test('an available part is returned', async () => {
  expect(await loadPart(async () => 'part')).toBe('part');
});

test('for a missing part the page waits until it is reloaded', async () => {
  const outcome = loadPart<string>(async () => undefined).then(
    () => 'given',
    () => 'failed',
  );

  expect(await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 0, 'waiting'))])).toBe('waiting');
});
