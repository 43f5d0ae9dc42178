import { expect, test } from 'vitest';
import { isFiltered, orderOf, parseTableSearch, sortBy } from './table-search.ts';

test('the address of the table holds its filters and its page, and nothing else', () => {
  expect(parseTableSearch({ q: 'kettle', markets: ['US'], problems: 'false', page: '3', view: 'wd' })).toEqual({
    q: 'kettle',
    markets: ['US'],
    problems: false,
    page: 3,
  });
});

test.each(['1', '0', '-2', 'x', '', '1e99'])('page %j is the first', (page) => {
  expect(parseTableSearch({ page })).toEqual({});
});

test('a click on a head sorts by it, another one turns it round, and the issues are problems on top', () => {
  const cheapest = parseTableSearch(sortBy({}, 'price'));
  expect(cheapest).toEqual({ sort: 'price', problems: false });
  expect(orderOf(cheapest)).toEqual({ by: 'price', isDescending: false });
  expect(sortBy(cheapest, 'price')).toEqual({ sort: '-price', problems: false });
  expect(sortBy(cheapest, 'stock')).toEqual({ sort: '-stock', problems: false });
  expect(orderOf(parseTableSearch({ ...cheapest, ...sortBy(cheapest, 'problems') }))).toEqual({
    by: 'problems',
    isDescending: true,
  });
  expect(parseTableSearch({ sort: 'owner' })).toEqual({});
});

test.each([
  [{}, false],
  [{ page: 3, problems: false, sort: 'price' as const }, false],
  [{ q: ' ' }, false],
  [{ q: 'kettle' }, true],
  [{ accounts: ['1'] }, true],
  [{ markets: ['US'] }, true],
])('the search %j is a filter: %s', (search, expected) => {
  expect(isFiltered(search)).toBe(expected);
});
