import { expect, test } from 'vitest';
import { parseHomeSearch } from './home-search.ts';

test.each([
  [{}, {}],
  [{ view: 'wd' }, { view: 'wd' }],
  [{ view: 'pr' }, {}],
  [{ view: 'inv' }, {}],
  [
    { q: 'pan', accounts: ['1', '2'], markets: ['US'] },
    { q: 'pan', accounts: ['1', '2'], markets: ['US'] },
  ],
  [{ q: 7, accounts: '1', markets: [null] }, {}],
  [{ problems: 'false' }, { problems: false }],
  [{ problems: 'no' }, {}],
])('the address %j is read as %j', (typed, search) => {
  expect(parseHomeSearch(typed)).toEqual(search);
});
