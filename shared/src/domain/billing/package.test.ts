import { expect, test } from 'vitest';
import { discountMessage, standardPackage, trialDays } from './package.ts';

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
