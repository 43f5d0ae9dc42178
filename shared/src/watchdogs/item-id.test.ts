import { expect, test } from 'vitest';
import { itemIdOf, parseItemId } from './item-id.ts';

test('the id of an item tells its kind and product', () => {
  expect(parseItemId(itemIdOf('lostBuybox', '17'))).toEqual({ type: 'lostBuybox', productId: '17' });
});

test.each([
  '',
  'lostBuybox',
  'lostBuybox-',
  '-17',
  'lostBuybox-0',
  'lostBuybox-01',
  'lostBuybox-17-2',
  'lost buybox-1',
])('%j is no id of an item', (itemId) => {
  expect(parseItemId(itemId)).toBeNull();
});
