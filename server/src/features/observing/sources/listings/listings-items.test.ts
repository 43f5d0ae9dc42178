import { expect, test } from 'vitest';
import type { ListingsItem } from '../../../../external/marketplace/operations/listings-items.ts';
import { askingSources, target } from '../../../../../testing/observing/asking.ts';
import { listingFacts, listingsItems } from './listings-items.ts';

const us = 'ATVPDKIKX0DER';
const issue = (code: string, more: Partial<NonNullable<ListingsItem['issues']>[number]> = {}) => ({
  code,
  message: 'Something is wrong. ',
  severity: 'ERROR',
  categories: null,
  enforcements: null,
  marketplaceIds: [us],
  ...more,
});

const listing = (more: Partial<ListingsItem> = {}): ListingsItem => ({
  sku: 'SK-1',
  summaries: [{ marketplaceId: us, asin: 'B000000001', status: ['DISCOVERABLE', 'BUYABLE'] }],
  issues: [],
  fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 3 }],
  relationships: null,
  ...more,
});

test('a listing whose answer lacks a status is unknown, not inactive', () => {
  expect(listingFacts(listing({ summaries: null, issues: null, fulfillmentAvailability: null }), us)).toEqual({
    status: null,
    issues: null,
    ownQuantity: null,
    isFulfilledByAmazon: null,
    isChild: null,
  });
});

test('issues of other marketplaces are ignored, and so is the order of the answer', () => {
  const issues = [issue('2'), issue('1'), issue('3', { marketplaceIds: ['other'] })];

  const facts = listingFacts(listing({ issues }), us);

  expect(facts.issues?.map(({ code }) => code)).toEqual(['1', '2']);
  expect(listingFacts(listing({ issues: issues.toReversed() }), us)).toEqual(facts);
  expect(facts.status).toEqual(['BUYABLE', 'DISCOVERABLE']);
});

test.each(['', 'x'])('a long message is cut after whole characters, after "%s"', (shift) => {
  const facts = listingFacts(listing({ issues: [issue('1', { message: shift + '🫖'.repeat(5000) })] }), us);
  const message = facts.issues?.[0]?.message ?? '';

  expect(message.length).toBeGreaterThan(490);
  expect(message.length).toBeLessThanOrEqual(500);
  expect(message.isWellFormed()).toBe(true);
});

test.each([
  ['NOT_EXEMPT', ['LISTING_SUPPRESSED']],
  ['EXEMPT', []],
  ['EXEMPT_UNTIL_EXPIRY_DATE', []],
])('an enforcement with exemption %s is in force as %j', (status, inForce) => {
  const enforcements = { actions: [{ action: 'LISTING_SUPPRESSED' }], exemption: { status } };

  expect(listingFacts(listing({ issues: [issue('1', { enforcements })] }), us).issues?.[0]?.enforcements).toEqual(
    inForce,
  );
});

test("a listing that Amazon ships has no quantity of the seller's own", () => {
  const fulfillmentAvailability = [{ fulfillmentChannelCode: 'AMAZON_NA', quantity: null }];

  expect(listingFacts(listing({ fulfillmentAvailability }), us)).toMatchObject({
    ownQuantity: null,
    isFulfilledByAmazon: true,
  });
});

const { answer, ask } = askingSources();

test("fewer than none of the seller's own units are none", async () => {
  const fulfillmentAvailability = [{ fulfillmentChannelCode: 'DEFAULT', quantity: -2 }];
  answer({ body: { items: [{ ...listing({ fulfillmentAvailability }), sku: 'SKU-1' }] } });

  const { observations } = await ask(listingsItems, [target(1)]);

  expect(observations).toMatchObject([{ facts: { ownQuantity: 0, isFulfilledByAmazon: false } }]);
});

const variation = (more: { parentSkus?: string[]; childSkus?: string[] }, type = 'VARIATION') => [
  { marketplaceId: us, relationships: [{ type, parentSkus: null, childSkus: null, ...more }] },
];

test.each([
  ['of a parent', variation({ parentSkus: ['PARENT'] }), true],
  ['that is a parent', variation({ childSkus: ['CHILD'] }), false],
  ['in a package', variation({ parentSkus: ['BOX'] }, 'PACKAGE_HIERARCHY'), false],
  ['on its own', [{ marketplaceId: us, relationships: [] }], false],
  ['of a variation without its SKUs', variation({}), null],
  ['of which another marketplace tells', [{ marketplaceId: 'other', relationships: [] }], null],
  ['of which nothing is told', null, null],
])('a listing %s is a child: %j', (_which, relationships, isChild) => {
  expect(listingFacts(listing({ relationships }), us)).toMatchObject({ isChild });
});
