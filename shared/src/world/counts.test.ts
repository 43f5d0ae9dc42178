import { expect, test } from 'vitest';
import { countWorld } from './counts.ts';
import { group, item, product, world } from '../../testing/world-builders.ts';

const products = ['1', '2', '3', '4'].map((productId) => product(productId));
const counted = world({
  products,
  watchDogs: {
    price: group([item('price-1'), item('price-2', { status: 1 }), item('price-3', { status: 99 })]),
    imageMissing: group([
      item('imageMissing-1', { issueStatus: 1 }),
      item('imageMissing-2', { issueStatus: 3 }),
      item('imageMissing-3', { muted: true }),
      item('imageMissing-4', { status: 0, muted: true }),
    ]),
  },
});

test('an alert or warning is unchecked while it is new and not muted', () => {
  expect(countWorld(counted)).toMatchObject({ uncheckedAlerts: 1, uncheckedWarnings: 1 });
});

test('a product with several open issues is one product with issues', () => {
  expect(countWorld(counted)).toMatchObject({ openIssues: 3, productsWithIssues: 2, totalProducts: 4 });
});

test('each product is in one tab of a kind; without an item it is ok', () => {
  const { byType } = countWorld(counted);

  expect(byType['price']).toEqual({ ok: 2, red: 2, mute: 0, uncheckedAlerts: 1, uncheckedWarnings: 1 });
  expect(byType['imageMissing']).toEqual({ ok: 0, red: 1, mute: 3, uncheckedAlerts: 0, uncheckedWarnings: 0 });
});

test.each([20, 21])('a kind with group status %i counts in its own card only', (status) => {
  const counts = countWorld(world({ products, watchDogs: { price: group([item('price-1')], { status }) } }));

  expect(counts).toMatchObject({
    uncheckedAlerts: 0,
    uncheckedWarnings: 0,
    openIssues: 0,
    productsWithIssues: 0,
    totalProducts: 4,
  });
  expect(counts.byType['price']).toMatchObject({ red: 1, ok: 3, uncheckedAlerts: 1 });
});

test('a filter narrows every number', () => {
  expect(countWorld(counted, new Set(['2', '3']))).toMatchObject({
    uncheckedAlerts: 0,
    uncheckedWarnings: 1,
    productsWithIssues: 1,
    totalProducts: 2,
    byType: { price: { ok: 1, red: 1 } },
  });
});

test('for a kind whose items people create, only the items are counted', () => {
  const settings = { keyword: 'skillet', absoluteThreshold: 20 };
  const keywords = group([
    item('keyword-1-1', { settings }),
    item('keyword-1-2', { settings, status: 0 }),
    item('keyword-2-1', { settings, status: 99 }),
  ]);

  const counts = countWorld(world({ products, watchDogs: { keyword: keywords } }));

  expect(counts.byType['keyword']).toMatchObject({ ok: 2, red: 1, mute: 0 });
  expect(counts).toMatchObject({ uncheckedAlerts: 1, productsWithIssues: 1, totalProducts: 4 });
});
