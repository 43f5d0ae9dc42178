import { expect, test } from 'vitest';
import { whitelistedIn, whitelistSetting } from './whitelist.ts';

test('a whitelist is a list of seller keys per marketplace', () => {
  const whitelist = whitelistSetting.parse({ US: [{ value: ' A2XYZ ' }], DE: [] });

  expect([...whitelistedIn(whitelist, 'US')]).toEqual(['A2XYZ']);
  expect([...whitelistedIn(whitelist, 'DE')]).toEqual([]);
});

test.each(['FR', 'constructor'])('for the marketplace %s the whitelist is empty', (marketplace) => {
  expect(whitelistedIn({}, marketplace).size).toBe(0);
});

test.each([
  ['an unknown marketplace', { XX: [{ value: 'A2XYZ' }] }],
  ['an empty seller key', { US: [{ value: '  ' }] }],
  ['a key without its object', { US: ['A2XYZ'] }],
])('%s is refused', (_, whitelist) => {
  expect(whitelistSetting.safeParse(whitelist).success).toBe(false);
});
