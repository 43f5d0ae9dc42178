import { expect, test } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

test.each(['1e5', '0012', '12345678901234567890', 'true', '{"a":1}', 'a+b&c=d'])(
  'the value %s is read as it was written',
  (value) => {
    expect(parsePlainSearch(stringifyPlainSearch({ amazon_state: value }))).toEqual({ amazon_state: value });
  },
);

test('absent values are left out', () => {
  expect(stringifyPlainSearch({ code: undefined, ref: '' })).toBe('');
});

test('a filter of several values is read as a list', () => {
  expect(parsePlainSearch(stringifyPlainSearch({ markets: ['US', 'DE'] }))).toEqual({ markets: ['US', 'DE'] });
});
