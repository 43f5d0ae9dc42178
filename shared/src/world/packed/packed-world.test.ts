import { expect, test } from 'vitest';
import { fromColumns, toColumns, unchanged } from './columns.ts';
import { packedText } from './packed-text.ts';
import { isPacked, packWorld, unpackWorld } from './packed-world.ts';
import { group, item, product, world } from '../../../testing/world-builders.ts';
import { productLinks } from '../../domain/product-links.ts';

const day = (back: number, units: number, promoted = 0) => ({
  day: 20 - back,
  month: 11,
  unitsSold: units,
  organicUnits: null,
  organicOrders: null,
  promotionCodesUsedUnits: promoted,
});

const sold = (productId: string, given: Partial<ReturnType<typeof product>> = {}) => {
  const one = product(productId, { asin1: `B0${productId}`, ...given });
  return { ...one, ...productLinks(one) };
};

const full = world({
  products: [
    sold('1', {
      imageUrl: 'https://pictures.example/1._SL75_.jpg',
      largeImageUrl: 'https://pictures.example/1.jpg',
      price: { cents: 3490, currency: 'USD' },
      sales: [
        { ...day(0, 3, 1), promotionCodes: { SPRING20: { units: 1, orders: 1 } } },
        { ...day(1, 0), organicUnits: 0, organicOrders: 0 },
        { ...day(2, 5), organicUnits: 4, organicOrders: 3 },
      ],
      adSpend: 1250,
      starRating: 4.3,
    }),
    sold('2', { marketplace: 'DE', largeImageUrl: 'https://elsewhere.example/2.jpg', sales: [day(0, 7)] }),
    sold('3', { productGroupId: 'B0PARENT', productGroupProductIds: ['3'], bsrRank: 17 }),
  ],
  watchDogs: {
    price: group([
      item('price-1', {
        statusDetails: { message: 'It fell', from: '$3', to: '$2', evidence: [{ label: 'a', value: 'b' }] },
      }),
      item('price-3', {
        productGroupId: 'B0PARENT',
        status: 0,
        muted: true,
        mutedUntil: '2026-12-01T00:00:00.000Z',
      }),
    ]),
    keyword: group([
      item('keyword-1-2', { settings: { keyword: 'skillet', absoluteThreshold: 20 } }),
      item('keyword-1-3', { settings: { keyword: 'pan', absoluteThreshold: null } }),
    ]),
    inventory: group([
      item('inventory-2', {
        marketplace: 'DE',
        status: 0,
        settings: { keyword: null, absoluteThreshold: null, velocityLookbackDays: 14 },
        figures: { sold: 61, days: 14 },
      }),
    ]),
    fbmInventory: group([
      item('fbmInventory-1', {
        settings: { keyword: null, absoluteThreshold: null, alertThreshold: 5 },
        alertThreshold: 5,
        hasIssue: true,
        incident: { incidentId: '7', cause: '' },
        isNoCause: true,
      }),
    ]),
    prime: group([]),
  },
});

test('a world that is packed, sent and unpacked is the same', () => {
  const sent = JSON.parse(JSON.stringify(packWorld(full)));

  expect(isPacked(sent)).toBe(true);
  expect(unpackWorld(sent)).toEqual(full);
});

test('the text in parts is that of the packed world', () => {
  expect(JSON.parse([...packedText(full)].join(''))).toEqual(JSON.parse(JSON.stringify(packWorld(full))));
});

test('an empty world that is packed and unpacked is the same', () => {
  const nothing = world({ watchDogs: { prime: group([]) } });

  expect(unpackWorld(packWorld(nothing))).toEqual(nothing);
  expect(JSON.parse([...packedText(nothing)].join(''))).toEqual(packWorld(nothing));
  expect(isPacked(nothing)).toBe(false);
});

test('a value that all rows share is stored once, also when it is a list', () => {
  const rows = [
    { id: 1, list: [1], name: 'a' },
    { id: 2, list: [1], name: 'a' },
  ];

  const columns = toColumns(rows, unchanged<(typeof rows)[number]>()('id', 'list', 'name'));

  expect(columns).toEqual({
    count: 2,
    fields: { id: { each: [1, 2] }, list: { all: [1] }, name: { all: 'a' } },
  });
  expect(fromColumns(columns)).toEqual(rows);
});
