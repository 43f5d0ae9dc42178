import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/world-build.ts';
import { inOrderOf, isSameOrder } from './steady-order.ts';

const list = (...ids: string[]) => ids.map((productId) => buildProduct({ productId }));
const ids = (products: ReturnType<typeof list>) => products.map((product) => product.productId);

test('products keep their order when problems would sort them again', () => {
  expect(ids([...inOrderOf(list('1', '2', '3'), list('3', '1', '2'))])).toEqual(['1', '2', '3']);
});

test('new products come last, removed ones go', () => {
  expect(ids([...inOrderOf(list('1', '2'), list('3', '2'))])).toEqual(['2', '3']);
});

test('a changed product is replaced in its place', () => {
  const [changed] = inOrderOf(list('1'), [buildProduct({ productId: '1', shortName: 'New name' })]);
  expect(changed?.shortName).toBe('New name');
});

test('order is compared by id', () => {
  expect(isSameOrder(list('1', '2'), list('1', '2'))).toBe(true);
  expect(isSameOrder(list('1', '2'), list('2', '1'))).toBe(false);
  expect(isSameOrder(list('1'), list('1', '2'))).toBe(false);
});
