import { expect, test } from 'vitest';
import { otherSubject } from './listing-offers.ts';

const asked = { asin: 'B000000001', marketplaceId: 'A1F83G8C2ARO7P' };

test.each([
  ['of another product', { ASIN: 'B000000002' }, 'is about product B000000002'],
  ['of another marketplace', { marketplaceId: 'ATVPDKIKX0DER' }, 'is about marketplace ATVPDKIKX0DER'],
  ['of used offers', { ItemCondition: 'Used' }, 'is about Used offers'],
  ['of what was asked for', { ASIN: asked.asin, marketplaceId: asked.marketplaceId, ItemCondition: 'New' }, null],
  ['that does not say', {}, null],
])('a member %s is told apart', (_what, said, reason) => {
  const silent = { ASIN: null, marketplaceId: null, ItemCondition: null };

  expect(otherSubject({ ...silent, ...said }, asked)).toBe(reason);
});
