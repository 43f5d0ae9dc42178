import { expect, test } from 'vitest';
import { itemIdOf, ownNumberOf, parseItemId } from './item-id.ts';

test("an item's id contains its kind and product", () => {
  expect(parseItemId(itemIdOf('lostBuybox', '17'))).toEqual({ type: 'lostBuybox', productId: '17', own: null });
});

test('the id of an item that people created contains its number too', () => {
  expect(itemIdOf('keyword', '17', '2')).toBe('keyword-17-2');
  expect(parseItemId('keyword-17-2')).toEqual({ type: 'keyword', productId: '17', own: '2' });
});

test('the number of an item that people created is read from its id without the other parts', () => {
  expect(ownNumberOf('keyword-17-2')).toBe('2');
  expect(ownNumberOf('lostBuybox-17')).toBeNull();
});

test.each([
  '',
  'lostBuybox',
  'lostBuybox-',
  '-17',
  'lostBuybox-0',
  'lostBuybox-01',
  'keyword-17-0',
  'keyword-17-',
  'keyword-17-2-3',
  'lost buybox-1',
])("%j is not an item's id", (itemId) => {
  expect(parseItemId(itemId)).toBeNull();
});
