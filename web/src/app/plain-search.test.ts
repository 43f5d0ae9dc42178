import { expect, test } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

test.each(['1e5', '0012', '12345678901234567890', 'true', '{"a":1}', 'a+b&c=d', '["US", "DE"]', '[]', '["US"]'])(
  'the value %s is read as it was written',
  (value) => {
    const search = { amazon_state: value, state: value };
    expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
  },
);

test('absent values are left out', () => {
  expect(stringifyPlainSearch({ code: undefined, ref: '' })).toBe('');
});

test('a filter of several values is read as a list', () => {
  expect(parsePlainSearch(stringifyPlainSearch({ markets: ['US', 'DE'] }))).toEqual({ markets: ['US', 'DE'] });
});
