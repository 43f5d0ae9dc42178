import { expect, test } from 'vitest';
import { loadPart } from './load-part.ts';

test('a part that is there is given', async () => {
  expect(await loadPart(async () => 'part')).toBe('part');
});

test('for a part that is gone the page waits until it is loaded again', async () => {
  const outcome = loadPart<string>(async () => undefined).then(
    () => 'given',
    () => 'failed',
  );

  expect(await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 0, 'waiting'))])).toBe('waiting');
});
