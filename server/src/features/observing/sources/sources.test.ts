import { beforeAll, expect, test } from 'vitest';
import { explainMissingReference, hasReference, referenceText } from '../../../../test/reference.ts';
import type { CatalogItem } from '../../../external/marketplace/catalog-items.ts';
import type { ListingsItem } from '../../../external/marketplace/listings-items.ts';
import { catalogFacts } from './catalog-items.ts';
import { listingFacts } from './listings-items.ts';
import { sources } from './registry.ts';
import { sourceOfAspect } from '../observation.ts';

beforeAll(explainMissingReference);

const us = 'ATVPDKIKX0DER';
const image = (variant: string, link: string, width: number) => ({ variant, link, width, height: width });

const item = (images: CatalogItem['images'], more: Partial<CatalogItem> = {}): CatalogItem => ({
  asin: 'B000000001',
  images,
  relationships: null,
  summaries: null,
  ...more,
});
const pictures = (...images: ReturnType<typeof image>[]) => [{ marketplaceId: us, images }];

test('each aspect has one source, and it is the one that late messages are measured by', () => {
  const told = sources.flatMap(({ aspects, name }) => aspects.map((aspect) => [aspect, name]));

  expect(Object.fromEntries(told)).toEqual(sourceOfAspect);
});

test('the card shows the smallest picture of each variant and the largest main one', () => {
  const facts = catalogFacts(
    item(
      pictures(
        image('PT01', 'https://p.test/b.png', 75),
        image('MAIN', 'https://p.test/l.png', 500),
        image('MAIN', 'https://p.test/s.png', 75),
      ),
    ),
    us,
  );

  expect(facts.images).toEqual([
    { variant: 'MAIN', url: 'https://p.test/s.png' },
    { variant: 'PT01', url: 'https://p.test/b.png' },
  ]);
  expect(facts.largeImageUrl).toBe('https://p.test/l.png');
});

test.each([
  'https://m.media-amazon.com/images/I/91uohwV+k3L.jpg',
  'https://m.media-amazon.com/images/I/91uohwV+k3L._SL75_.jpg',
  'https://images-na.ssl-images-amazon.com/images/I/91uohwV+k3L._AC_UL160_SR160,160_.jpg',
])('%s is one and the same picture', (link) => {
  expect(catalogFacts(item(pictures(image('MAIN', link, 75))), us).largeImageUrl).toBe(
    'https://m.media-amazon.com/images/I/91uohwV+k3L.jpg',
  );
});

test('no list of pictures is not an empty one', () => {
  expect(catalogFacts(item(null), us).images).toBeNull();
  expect(catalogFacts(item([{ marketplaceId: 'other', images: [] }]), us).images).toBeNull();
  expect(catalogFacts(item(pictures()), us)).toMatchObject({ images: [], largeImageUrl: null });
});

test('the parent is that of the variations in this marketplace, and titles are tidy', () => {
  const facts = catalogFacts(
    item(null, {
      relationships: [
        { marketplaceId: 'other', relationships: [{ type: 'VARIATION', parentAsins: ['B0WRONG000'] }] },
        {
          marketplaceId: us,
          relationships: [
            { type: 'PACKAGE_HIERARCHY', parentAsins: ['B0PACKAGE0'] },
            { type: 'VARIATION', parentAsins: ['B0PARENT00'] },
          ],
        },
      ],
      summaries: [{ marketplaceId: us, itemName: '  Cast  iron\n skillet ', brand: ' ', adultProduct: false }],
    }),
    us,
  );

  expect(facts).toMatchObject({ parentAsin: 'B0PARENT00', title: 'Cast iron skillet', brand: null, isAdult: false });
});

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
  ...more,
});

test('a listing without a word on its status is unknown, not inactive', () => {
  expect(listingFacts(listing({ summaries: null, issues: null, fulfillmentAvailability: null }), us)).toEqual({
    status: null,
    issues: null,
    ownQuantity: null,
    isFulfilledByAmazon: null,
    isChild: null,
  });
});

test('issues of other marketplaces are theirs, and the order of the answer makes no difference', () => {
  const issues = [issue('2'), issue('1'), issue('3', { marketplaceIds: ['other'] })];

  const facts = listingFacts(listing({ issues }), us);

  expect(facts.issues?.map(({ code }) => code)).toEqual(['1', '2']);
  expect(listingFacts(listing({ issues: issues.toReversed() }), us)).toEqual(facts);
  expect(facts.status).toEqual(['BUYABLE', 'DISCOVERABLE']);
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

test('what Amazon ships has no quantity of our own', () => {
  const fulfillmentAvailability = [{ fulfillmentChannelCode: 'AMAZON_NA', quantity: null }];

  expect(listingFacts(listing({ fulfillmentAvailability }), us)).toMatchObject({
    ownQuantity: null,
    isFulfilledByAmazon: true,
  });
});

test.runIf(hasReference)('a catalogue page that Amazon really gave becomes facts', () => {
  const page = JSON.parse(referenceText('captures/sp-api/peddler-catalog-item-uk.json')) as CatalogItem;

  const facts = catalogFacts(page, 'A1F83G8C2ARO7P');

  expect(facts).toMatchObject({ title: 'Dreams: No. 43 (Visionaire S.)', parentAsin: null, isAdult: false });
});
