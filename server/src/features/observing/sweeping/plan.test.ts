import { expect, test } from 'vitest';
import { takeTurns } from './plan.ts';
import type { SweepKey } from './sweep-queries.ts';

const due = (sellerAccountId: string, source: string): SweepKey => ({
  tenantId: 't',
  sellerAccountId,
  marketplace: 'US',
  source,
});

test('however many sweeps of one account are overdue, the other accounts have their turn in the same plan', () => {
  const ofSlow = Array.from({ length: 500 }, (_, index) => due('slow', String(index)));

  const planned = takeTurns([...ofSlow, due('one', 'a'), due('other', 'a'), due('one', 'b')], 5);

  expect(planned.map(({ sellerAccountId, source }) => `${sellerAccountId} ${source}`)).toEqual([
    'slow 0',
    'one a',
    'other a',
    'slow 1',
    'one b',
  ]);
});
