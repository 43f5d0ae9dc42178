import { expect, test } from 'vitest';
import { faultsOfDashboard } from './dashboard.ts';
import type { Flip } from './effects.ts';

const flip = (productId: string, toStatus: number): Flip => ({
  flipId: productId,
  productId,
  type: 'lostBuybox',
  asin: 'B000000001',
  marketplace: 'US',
  fromStatus: 0,
  toStatus,
  message: null,
  evidence: [],
});

test('the dashboard must show the latest flips and nothing else', () => {
  const shown = new Map([['lostBuybox 1', 2]]);

  expect(faultsOfDashboard(shown, [flip('1', 2), flip('2', 2), flip('2', 0)])).toEqual([]);
  expect(faultsOfDashboard(shown, [flip('1', 2), flip('2', 2)])).toEqual(['the dashboard does not show lostBuybox 2']);
  expect(faultsOfDashboard(shown, [])).toEqual(['the dashboard shows lostBuybox 1, which never flipped']);
});
