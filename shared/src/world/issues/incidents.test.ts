import { expect, test } from 'vitest';
import { item } from '../../../testing/world-builders.ts';
import { causeText, membersInOrder, incidentSentence, relationText } from './incidents.ts';
import type { Issue } from './open-issues.ts';

const issue = (type: string, productId = '1', cause = ''): Issue => ({
  type,
  item: item(`${type}-${productId}`, { productId, incident: { incidentId: '7', cause } }),
});
const members = (...types: string[]): readonly Issue[] => membersInOrder(types.map((type) => issue(type)));

test.each([
  [members('lostBuybox', 'listingSuspended'), 'Buy box lost because the listing is suspended'],
  [
    members('salesDrop', 'prime', 'lostBuybox', 'listingSuspended'),
    'Buy box lost, Prime lost and sales dropped because the listing is suspended',
  ],
  [members('price', 'listingSuspended'), 'Listing suspended, and price changed'],
  [members('price', 'inventory', 'imageMissing'), 'Main image missing, stock at Amazon low and price changed'],
  [
    [issue('lostBuybox', '1', 'seller A2UKR47RHS0DCY'), issue('lostBuybox', '2', 'seller A2UKR47RHS0DCY')],
    'Buy box lost, 2 products, seller A2UKR47RHS0DCY',
  ],
  [
    [issue('lostBuybox', '1', 'brand Brightkeel'), issue('lostBuybox', '2', 'brand Brightkeel'), issue('prime', '2')],
    'Prime lost because the buy box is lost, 2 products, brand Brightkeel',
  ],
])('an incident is explained in a sentence', (all, sentence) => {
  expect(incidentSentence(all)).toBe(sentence);
});

test('an incident with several causes names the likeliest, as its members do', () => {
  const all = members('topReview', 'salesDrop', 'lostBuybox');

  expect(incidentSentence(all)).toBe('Sales dropped because the buy box is lost, and a bad review is on top');
  expect(all.map((one) => causeText(one, all))).toEqual([null, null, 'the buy box is lost']);
  expect(incidentSentence(members('badReview', 'topReview', 'salesDrop', 'lostBuybox'))).toBe(
    'Sales dropped because the buy box is lost, there is a recent bad review and a bad review is on top',
  );
  expect(incidentSentence(members('topReview', 'numberOfSellers', 'salesDrop'))).toBe(
    'Sales dropped because a bad review is on top, and a new seller is there',
  );
});

test('stock that is low causes nothing, as long as some is left', () => {
  const drop = issue('salesDrop');
  const out = issue('inventory');
  const low: Issue = { ...out, item: { ...out.item, isNoCause: true } };

  expect(causeText(drop, [out, drop])).toBe('nothing is left at Amazon');
  expect(causeText(drop, [low, drop])).toBeNull();
  expect(incidentSentence(membersInOrder([drop, low]))).toBe('Stock at Amazon low, and sales dropped');
  const problems = [low, drop].map(({ type, item: { isNoCause } }) => ({ type, mayCause: isNoCause !== true }));
  expect(problems.map(({ type }) => relationText(type, problems))).toEqual([null, null]);
});

test('an issue names the nearest of its causes in the same incident', () => {
  const all = members('salesDrop', 'prime', 'lostBuybox', 'listingSuspended', 'price');
  const others = members('badReview').map((one) => ({ ...one, item: item('badReview-1') }));

  expect(all.map((one) => causeText(one, [...all, ...others]))).toEqual(
    all.map(
      ({ type }) =>
        ({
          lostBuybox: 'the listing is suspended',
          prime: 'the buy box is lost',
          salesDrop: 'the listing is suspended',
        })[type] ?? null,
    ),
  );
});
