import { expect, test } from 'vitest';
import { incidentText } from './incident-text.ts';

const incident = { incidentId: '7', cause: 'seller A2UKR47RHS0DCY', isConfirmed: true };
const newsOf = (...productIds: string[]) =>
  productIds.map((productId) => ({ productId, sellerAccountName: 'Brightkeel', incident }));

test('an incident is told with the number of its products', () => {
  expect(incidentText(newsOf('1', '2', '2'))).toBe(
    'One incident: 2 products, seller A2UKR47RHS0DCY. A second look has confirmed it',
  );
});

test('several alerts about one product are one product', () => {
  expect(incidentText(newsOf('1', '1'))).toMatch(/^One incident: 1 product, /);
});
