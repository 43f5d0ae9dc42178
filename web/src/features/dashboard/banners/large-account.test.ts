import { expect, test } from 'vitest';
import { dialogForLargeAccount, isPartnerCardShown, manyAsinsLimit, manyAsinsText } from './large-account.ts';

const fresh = { products: 500, limit: undefined, isManyDismissed: false, isLightDismissed: false };

test('the many-ASINs dialog opens from 500 products on, or from the limit in the address', () => {
  expect(dialogForLargeAccount(fresh)).toBe('manyAsins');
  expect(dialogForLargeAccount({ ...fresh, products: 499 })).toBeNull();
  expect(dialogForLargeAccount({ ...fresh, products: 20, limit: 20 })).toBe('manyAsins');
  expect(dialogForLargeAccount({ ...fresh, isManyDismissed: true })).toBeNull();
});

test('the many-ASINs dialog tells accounts that pay what they pay for, and not that they are in the free trial', () => {
  expect(manyAsinsText).toMatch(/^Every tracked ASIN counts for the bill, except in the free trial/);
});

test('with very many products the light table is offered next, until that is dismissed too', () => {
  const many = { ...fresh, products: 5000, isManyDismissed: true };

  expect(dialogForLargeAccount(many)).toBe('lightUi');
  expect(dialogForLargeAccount({ ...many, isLightDismissed: true })).toBeNull();
});

test.each(['', '?manyAsinsLimit=', '?manyAsinsLimit=x', '?manyAsinsLimit=-3', '?manyAsinsLimit=0'])(
  'an address with %j leaves the limit as it is',
  (search) => {
    expect(manyAsinsLimit(search)).toBeUndefined();
  },
);

test('a partner card returns a week after it was dismissed', () => {
  const now = Date.parse('2026-11-20T08:00:00Z');

  expect(isPartnerCardShown(null, now)).toBe(true);
  expect(isPartnerCardShown(String(now - 604_799_000), now)).toBe(false);
  expect(isPartnerCardShown(String(now - 604_800_000), now)).toBe(true);
});
