import { expect, test } from 'vitest';
import { parseHomeSearch, screenOf, viewOn } from './home-search.ts';

test.each([
  [{}, {}],
  [{ view: 'wd' }, { view: 'wd' }],
  [{ view: 'pr' }, {}],
  [{ view: 'inv' }, { view: 'inv' }],
  [{ view: 'stock' }, {}],
  [
    { q: 'pan', accounts: ['1', '2'], markets: ['US'] },
    { q: 'pan', accounts: ['1', '2'], markets: ['US'] },
  ],
  [{ q: 7, accounts: '1', markets: [null] }, {}],
  [{ problems: 'false' }, { problems: false }],
  [{ problems: 'no' }, {}],
  [{ manyAsinsLimit: '5', utm_source: 'mail' }, { manyAsinsLimit: '5' }],
])('the address %j is read as %j', (typed, search) => {
  expect(parseHomeSearch(typed)).toEqual(search);
});

test('phones have no stock view: its address shows the products', () => {
  expect(viewOn(false, { view: 'inv' })).toBe('inv');
  expect(viewOn(true, { view: 'inv' })).toBe('pr');
  expect(viewOn(true, { view: 'wd' })).toBe('wd');
});

test('each view belongs to a tab', () => {
  expect((['pr', 'pr2', 'wd', 'wc', 'inv'] as const).map(screenOf)).toEqual([
    'products',
    'products',
    'issues',
    'issues',
    'stock',
  ]);
});
