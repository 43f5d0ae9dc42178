import { expect, test } from 'vitest';
import { addonsFor, discountMessage, standardPackage, trialDays, trialWords } from './package.ts';

test.each([
  [{ discount: 20, discountDurationInMonths: 1 }, 'Get 20% Off Your First Month Post-Trial!'],
  [{ discount: 25, discountDurationInMonths: 6 }, 'Get 25% Off Your First 6 Months Post-Trial!'],
  [{ discount: 10, discountDurationInMonths: 0 }, 'Get 10% Off!'],
  [{ discount: 0, discountDurationInMonths: 6 }, null],
])('the discount message for %o is %j', (given, message) => {
  expect(discountMessage(given)).toBe(message);
});

test('the standard trial is 30 days', () => {
  expect(trialDays(standardPackage)).toBe(30);
});

test.each([
  [43_200, { offer: '30-day Free Trial', span: '30 days' }],
  [1440, { offer: '1-day Free Trial', span: '1 day' }],
  [0, null],
])('the texts about a trial of %i minutes fit the number of its days', (trialMinutes, words) => {
  expect(trialWords({ trialMinutes })).toEqual(words);
});

test.each([
  ['a package holds the products of its base fee', { plan: 'package', base: 10, addon: 4, count: 10 }, 0],
  ['a package holds those of its base fee and of two addons', { plan: 'package', base: 10, addon: 4, count: 18 }, 2],
  ['a package holds no part of an addon', { plan: 'package', base: 10, addon: 4, count: 20 }, null],
  ['a package holds no fewer than its base fee pays for', { plan: 'package', base: 10, addon: 4, count: 6 }, null],
  ['a package without addons holds no more', { plan: 'package', base: 10, addon: 0, count: 20 }, null],
  ['daily pricing holds any number', { plan: 'daily', base: 0, addon: 0, count: 7 }, 0],
] as const)('%s', (_, { plan, base, addon, count }, addons) => {
  expect(addonsFor({ plan, baseProducts: base, addonProducts: addon }, count)).toBe(addons);
});
