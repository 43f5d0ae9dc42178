import { expect, test } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

test.each(['1e5', '0012', '12345678901234567890', 'true', '{"a":1}', 'a+b&c=d'])(
  'the value %s comes back as it was sent',
  (value) => {
    expect(parsePlainSearch(stringifyPlainSearch({ amazon_state: value }))).toEqual({ amazon_state: value });
  },
);

test('absent values leave nothing behind', () => {
  expect(stringifyPlainSearch({ code: undefined, ref: '' })).toBe('');
});

test('a filter of several values comes back as a list', () => {
  expect(parsePlainSearch(stringifyPlainSearch({ markets: ['US', 'DE'] }))).toEqual({ markets: ['US', 'DE'] });
});
