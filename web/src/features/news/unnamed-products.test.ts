import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/world-build.ts';
import type { Notice } from './news-mark.ts';
import { unnamedProductIds } from './unnamed-products.ts';

const notice = (notificationId: string, productId: string | null): Notice => ({
  notificationId,
  productId,
  notificationType: 'PRICE',
  notificationLevel: 'RED',
  isImproved: false,
  message: '',
  date: '2026-11-20T08:00:00.000Z',
});

test('the products of notifications that a page of products lacks are fetched, each once', () => {
  const notifications = [notice('9', '3'), notice('8', '1'), notice('7', '3'), notice('6', '4'), notice('5', null)];

  expect(unnamedProductIds({ notifications, products: [buildProduct({ productId: '1' })] })).toEqual(['3', '4']);
  expect(unnamedProductIds({ notifications: [], products: [] })).toEqual([]);
});
