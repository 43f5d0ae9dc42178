import { describe, expect, test } from 'vitest';
import { applyDelta, applyIssueStatus, applyMute } from './world-change.ts';
import { delta, group, item, product, world } from '../../testing/world-builders.ts';

const until = '2026-03-03T08:00:00.000Z';
const alertOf1 = item('price-1');
const warningOf2 = item('price-2', { status: 1 });
const mutedOf3 = item('price-3', { muted: true, mutedUntil: until });
const okOf4 = item('price-4', { status: 0 });
const before = world({
  products: ['1', '2', '3', '4', '5'].map((productId) => product(productId)),
  watchDogs: {
    price: group([alertOf1, warningOf2, mutedOf3, okOf4], { settings: { sensitivity: 'HIGH' } }),
    imageMissing: group([item('imageMissing-1')]),
  },
});
const itemsOf = (answer: typeof before, type = 'price') => answer.watchDogs[type]?.items ?? {};

const of = (id: string, parent: string | null, family: string[]) =>
  product(id, { productGroupId: parent, productGroupProductIds: family });

describe('a delta', () => {
  test('leaves everything that it does not name the same object', () => {
    const after = applyDelta(before, delta({ sellerAccounts: [], announcement: 'Maintenance at 22:00' }));

    expect(after).toMatchObject({ full: true, state: 'later', announcement: 'Maintenance at 22:00' });
    expect(after.products).toBe(before.products);
    expect(after.watchDogs).toBe(before.watchDogs);
    expect(after.sellerAccounts).toBe(before.sellerAccounts);
  });

  test('adds new products and changes known ones in their place', () => {
    const changed = product('2', { shortName: 'Pan' });

    const after = applyDelta(before, delta({ products: [changed, product('9')] }));

    expect(after.products.map(({ productId }) => productId)).toEqual(['1', '2', '3', '4', '5', '9']);
    expect(after.products[1]).toBe(changed);
    expect(after.products[0]).toBe(before.products[0]);
  });

  test('removes products with their items', () => {
    const after = applyDelta(before, delta({ removedProductIds: ['2'] }));

    expect(after.products.map(({ productId }) => productId)).toEqual(['1', '3', '4', '5']);
    expect(Object.keys(itemsOf(after))).toEqual(['1', '3', '4']);
    expect(after.removedProductIds).toEqual([]);
    expect(after.watchDogs['imageMissing']).toBe(before.watchDogs['imageMissing']);
  });

  test('replaces the state of a kind and merges its items', () => {
    const news = item('price-5');

    const after = applyDelta(
      before,
      delta({ watchDogs: { price: group([news], { status: 20, settings: { sensitivity: 'HIGH' } }) } }),
    );

    expect(after.watchDogs['price']).toMatchObject({ status: 20 });
    expect(after.watchDogs['price']?.settings).toBe(before.watchDogs['price']?.settings);
    expect(itemsOf(after)).toEqual({ ...itemsOf(before), 5: news });
    expect(itemsOf(after)['1']).toBe(alertOf1);
  });

  test('drops an item that became ok and has no text', () => {
    const quiet = item('price-1', { status: 0, statusDetails: { message: null, from: null, to: null, evidence: [] } });

    expect(itemsOf(applyDelta(before, delta({ watchDogs: { price: group([quiet]) } })))['1']).toBeUndefined();
  });

  test.each([
    ['muted', { muted: true, mutedUntil: until }],
    ['initializing', { status: 99 }],
    ['not new', { issueStatus: 1 }],
  ])('keeps an item without a message that is %s', (_, given) => {
    const said = item('price-1', {
      status: 0,
      statusDetails: { message: null, from: null, to: null, evidence: [] },
      ...given,
    });

    expect(itemsOf(applyDelta(before, delta({ watchDogs: { price: group([said]) } })))['1']).toBe(said);
  });

  test('removes items that people removed, and leaves their other items', () => {
    const settings = { keyword: 'skillet', absoluteThreshold: null };
    const [first, second] = [item('keyword-1-1', { settings }), item('keyword-1-2', { settings })];
    const known = world({ products: [product('1')], watchDogs: { keyword: group([first, second]) } });

    const after = applyDelta(known, delta({ removedWatchDogIds: ['keyword-1-1'] }));

    expect(itemsOf(after, 'keyword')).toEqual({ 'keyword-1-2': second });
    expect(after.removedWatchDogIds).toEqual([]);
  });

  test('keeps an item that people created, also when it is ok and has no text', () => {
    const quiet = item('keyword-1-1', {
      status: 0,
      statusDetails: { message: null, from: null, to: null, evidence: [] },
      settings: { keyword: 'skillet', absoluteThreshold: null },
    });

    const after = applyDelta(before, delta({ watchDogs: { keyword: group([quiet]) } }));

    expect(itemsOf(after, 'keyword')).toEqual({ 'keyword-1-1': quiet });
  });

  test('moves a product to another parent, and updates both families and its items', () => {
    const known = world({
      products: [of('1', 'A', ['1', '2']), of('2', 'A', ['1', '2']), of('3', 'B', ['3']), of('4', null, [])],
      watchDogs: { price: group([item('price-2', { productGroupId: 'A' })]) },
    });

    const after = applyDelta(known, delta({ products: [of('2', 'B', ['2', '3'])] }));

    expect(after.products.map((one) => one.productGroupProductIds)).toEqual([['1'], ['2', '3'], ['2', '3'], []]);
    expect(after.products[3]).toBe(known.products[3]);
    expect(itemsOf(after)['2']?.productGroupId).toBe('B');
  });

  test('adds a kind that was not there', () => {
    const after = applyDelta(before, delta({ watchDogs: { prime: group([item('prime-1')]) } }));

    expect(Object.keys(itemsOf(after, 'prime'))).toEqual(['1']);
  });

  test('a full answer replaces everything', () => {
    const full = world({ state: 'new' });

    expect(applyDelta(before, full)).toBe(full);
  });
});

describe('setting the issue status', () => {
  test('changes the named items of every kind and leaves the rest the same', () => {
    const after = applyIssueStatus(before, [{ id: 'price-1' }, { id: 'imageMissing-1' }], 2);

    expect(itemsOf(after)['1']?.issueStatus).toBe(2);
    expect(itemsOf(after, 'imageMissing')['1']?.issueStatus).toBe(2);
    expect(itemsOf(after)['2']).toBe(warningOf2);
    expect(itemsOf(before)['1']?.issueStatus).toBe(0);
  });

  test.each([
    ['a muted item', 'price-3', 1],
    ['an item that is ok', 'price-4', 1],
    ['an item that has this status already', 'price-1', 0],
    ['an unknown item', 'price-99', 1],
  ] as const)('changes nothing of %s', (_, id, status) => {
    expect(applyIssueStatus(before, [{ id }], status)).toBe(before);
  });
});

describe('muting', () => {
  test('mutes until the instant, and null unmutes', () => {
    const muted = applyMute(before, [{ id: 'price-1' }], until);

    expect(itemsOf(muted)['1']).toMatchObject({ muted: true, mutedUntil: until, status: 2 });
    expect(muted.watchDogs['imageMissing']).toBe(before.watchDogs['imageMissing']);
    expect(applyMute(muted, [{ id: 'price-1' }], null)).toEqual(before);
  });

  test('mutes many items at once, also absent ones', () => {
    const after = applyMute(before, [{ id: 'price-1' }, { id: 'price-5' }], until);

    expect([itemsOf(after)['1'], itemsOf(after)['5']]).toMatchObject([{ mutedUntil: until }, { mutedUntil: until }]);
    expect(applyMute(after, [{ id: 'price-1' }], null).watchDogs['price']?.items['1']).toEqual(itemsOf(before)['1']);
  });

  test('mutes an item that is absent because it is ok', () => {
    const after = applyMute(before, [{ id: 'price-5' }], until);

    expect(itemsOf(after)['5']).toMatchObject({
      watchDogId: 'price-5',
      productId: '5',
      sellerId: '1',
      marketplace: 'US',
      status: 0,
      muted: true,
      mutedUntil: until,
    });
  });

  test.each([
    ['an absent item is unmuted', 'price-5', null],
    ['the product is unknown', 'price-99', until],
    ['the kind is unknown', 'nothing-1', until],
    ['it is muted until then already', 'price-3', until],
  ] as const)('changes nothing when %s', (_, id, mutedUntil) => {
    expect(applyMute(before, [{ id }], mutedUntil)).toBe(before);
  });
});
