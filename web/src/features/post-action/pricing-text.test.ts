import { expect, test } from 'vitest';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { pricingText } from './pricing-text.ts';

const text = 'Your base plan is $9.99, with daily rates by the number of ASINs you track.';

test('a renewed subscription is told its price, without a discount that the cancellation has forfeited', () => {
  expect(pricingText(standardPackage)).toBe(text);

  const discounted = { ...standardPackage, discount: 20, discountDurationInMonths: 3 };
  expect(pricingText(discounted)).toBe(text);
});

test('who has a package of products is told of no daily rates', () => {
  expect(pricingText({ ...standardPackage, plan: 'package' })).toBeNull();
});
