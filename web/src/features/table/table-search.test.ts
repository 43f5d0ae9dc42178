import { expect, test } from 'vitest';
import { parseTableSearch } from './table-search.ts';

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
