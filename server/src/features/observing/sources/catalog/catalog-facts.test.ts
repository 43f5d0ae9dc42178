import { marketplace } from '@app/shared/base/marketplaces.ts';
import { beforeAll, expect, test } from 'vitest';
import { explainMissingReference, hasReference, referenceText } from '../../../../../testing/reference.ts';
import type { CatalogItem, SalesRanks } from '../../../../external/marketplace/operations/catalog-items.ts';
import { catalogFacts, displayGroupOf, displayGroupRank, parentFacts, rankFacts } from './catalog-facts.ts';

beforeAll(explainMissingReference);

const us = marketplace('US');
const image = (variant: string, link: string, width: number) => ({ variant, link, width, height: width });

const item = (images: CatalogItem['images'], more: Partial<CatalogItem> = {}): CatalogItem => ({
  asin: 'B000000001',
  attributes: null,
  classifications: null,
  dimensions: null,
  images,
  productTypes: null,
  relationships: null,
  summaries: null,
  ...more,
});
const summary = (more: Partial<NonNullable<CatalogItem['summaries']>[number]> = {}) => ({
  marketplaceId: us.id,
  itemName: null,
  brand: null,
  adultProduct: null,
  browseClassification: null,
  websiteDisplayGroup: null,
  websiteDisplayGroupName: null,
  ...more,
});
const pictures = (...images: ReturnType<typeof image>[]) => [{ marketplaceId: us.id, images }];

test.each(['', 'x'])('long texts are cut after whole characters, after "%s"', (shift) => {
  const long = shift + '🫖'.repeat(5000);
  const summaries = [summary({ itemName: long, brand: long, websiteDisplayGroupName: long })];
  const { title, brand, displayGroup, attributes } = catalogFacts(
    item(null, { summaries, attributes: { bullet_point: [{ value: long }] } }),
    us,
  );
  const texts = [title, brand, displayGroup, attributes?.['bullet_point']];

  expect(texts.map((text) => (text ?? '').length <= 500 && text?.isWellFormed())).toEqual([true, true, true, true]);
  expect(texts.join()).not.toContain('\uFFFD');
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
  'https://m.media-amazon.com/images/I/91uohwV+k3L._AC_V3_.jpg',
])('%s is the same picture', (link) => {
  expect(catalogFacts(item(pictures(image('MAIN', link, 75))), us).largeImageUrl).toBe(
    'https://m.media-amazon.com/images/I/91uohwV+k3L.jpg',
  );
});

test('a missing list of pictures is not an empty one', () => {
  expect(catalogFacts(item(null), us).images).toBeNull();
  expect(catalogFacts(item([{ marketplaceId: 'other', images: [] }]), us).images).toBeNull();
  expect(catalogFacts(item(pictures()), us)).toMatchObject({ images: [], largeImageUrl: null });
});

test('the parent is that of the variations in this marketplace, and titles are tidied', () => {
  const facts = catalogFacts(
    item(null, {
      relationships: [
        {
          marketplaceId: 'other',
          relationships: [{ type: 'VARIATION', parentAsins: ['B0WRONG000'], childAsins: null }],
        },
        {
          marketplaceId: us.id,
          relationships: [
            { type: 'PACKAGE_HIERARCHY', parentAsins: ['B0PACKAGE0'], childAsins: null },
            { type: 'VARIATION', parentAsins: ['B0PARENT00'], childAsins: null },
          ],
        },
      ],
      summaries: [summary({ itemName: '  Cast  iron\n skil\u00ADlet\u200E ', brand: ' ', adultProduct: false })],
    }),
    us,
  );

  expect(facts).toMatchObject({ parentAsin: 'B0PARENT00', title: 'Cast iron skillet', brand: null, isAdult: false });
});

test('a picture on another host keeps its address without the display parameters', () => {
  const link = 'http://127.0.0.1:1/pictures/B01._AC_V1_.png?w=75';

  expect(catalogFacts(item(pictures(image('MAIN', link, 75))), us).largeImageUrl).toBe(
    'http://127.0.0.1:1/pictures/B01.png?w=75',
  );
});

const node = (classificationId: string, displayName: string) => ({ classificationId, displayName });

test('the category is the one that the summary names; a list of several names none', () => {
  const [pans, pots] = [node('2', 'Pans'), node('1', 'Pots')];
  const listed = (...classifications: (typeof pans)[]) =>
    item(null, { classifications: [{ marketplaceId: us.id, classifications }] });

  const named = { ...listed(pots, pans), summaries: [summary({ browseClassification: pans })] };

  expect(catalogFacts(named, us).classification).toEqual({ id: '2', name: 'Pans' });
  expect(catalogFacts(listed(pots), us).classification).toEqual({ id: '1', name: 'Pots' });
  expect(catalogFacts(listed(pots, pans), us).classification).toBeNull();
});

test('a category without a name is unknown, because its number would look like another name', () => {
  const named = { ...node('2', 'Pans'), displayName: null };

  expect(catalogFacts(item(null, { summaries: [summary({ browseClassification: named })] }), us)).toMatchObject({
    classification: null,
  });
});

const centimetres = (value: number) => ({ unit: 'centimeters', value });

test('product type, display group and package are those of this marketplace', () => {
  const parcel = {
    length: centimetres(20),
    width: centimetres(30.5),
    height: centimetres(10),
    weight: { unit: 'kilograms', value: 1.25 },
  };
  const facts = catalogFacts(
    item(null, {
      productTypes: [
        { marketplaceId: 'other', productType: 'TOY' },
        { marketplaceId: us.id, productType: 'SKILLET' },
      ],
      dimensions: [{ marketplaceId: us.id, package: parcel }],
      summaries: [summary({ websiteDisplayGroup: 'kitchen_display_on_website', websiteDisplayGroupName: 'Kitchen' })],
    }),
    us,
  );

  expect(facts).toMatchObject({
    productType: 'SKILLET',
    displayGroup: 'Kitchen',
    packageDimensions: '30.5 × 20 × 10 cm, 1.25 kg',
  });
});

const ranked = (ranks: Partial<NonNullable<SalesRanks>[number]>): SalesRanks => [
  { marketplaceId: us.id, classificationRanks: null, displayGroupRanks: null, ...ranks },
];
const inKitchen = item(null, { summaries: [summary({ websiteDisplayGroup: 'kitchen' })] });
const rankOf = (salesRanks: SalesRanks) => displayGroupRank({ group: displayGroupOf(inKitchen, us), salesRanks }, us);

test('being first in a category is a fact, and the ranks themselves are not', () => {
  const ranks = [
    { classificationId: '9', title: 'Skillets', rank: 1 },
    { classificationId: '1', title: 'Pans', rank: 1 },
    { classificationId: '5', title: 'Pots', rank: 2 },
  ];
  const first = [
    { id: '1', name: 'Pans' },
    { id: '9', name: 'Skillets' },
  ];

  expect(rankFacts(ranked({ classificationRanks: ranks }), us)).toEqual({ firstIn: first });
  expect(rankFacts(ranked({ classificationRanks: ranks.toReversed() }), us)).toEqual({ firstIn: first });
  expect(rankFacts(ranked({ classificationRanks: [] }), us)).toEqual({ firstIn: [] });
  expect(rankFacts(ranked({ displayGroupRanks: [] }), us)).toEqual({ firstIn: null });
  expect(rankFacts(null, us)).toEqual({ firstIn: null });
});

test('the sampled rank is that of the display group, or 0 without one', () => {
  const displayGroupRanks = [
    { websiteDisplayGroup: 'garden', title: 'Garden', rank: 7 },
    { websiteDisplayGroup: 'kitchen', title: 'Kitchen', rank: 4012 },
  ];

  expect(rankOf(ranked({ displayGroupRanks }))).toBe(4012);
  expect(rankOf(ranked({ displayGroupRanks: [] }))).toBe(0);
  expect(rankOf(ranked({ classificationRanks: [] }))).toBeNull();
  expect(rankOf(null)).toBeNull();
});

test('a parent shows its title and details', () => {
  const attributes = { color: [{ value: 'black', marketplace_id: us.id }], list_price: [{ value: 24.9 }] };

  expect(parentFacts(item(null, { attributes, summaries: [summary({ itemName: 'Skillets' })] }), us)).toEqual({
    asin: 'B000000001',
    title: 'Skillets',
    attributes: { color: 'black' },
  });
});

test.runIf(hasReference)('a catalogue page that Amazon really gave becomes facts', () => {
  const page = JSON.parse(referenceText('captures/sp-api/peddler-catalog-item-uk.json')) as CatalogItem & {
    salesRanks: SalesRanks;
  };

  expect(catalogFacts(page, marketplace('UK'))).toMatchObject({
    title: 'Dreams: No. 43 (Visionaire S.)',
    parentAsin: null,
    isAdult: false,
    packageDimensions: '38.9 × 29.2 × 4.8 cm, 2.36 kg',
    productType: 'ABIS_BOOK',
    classification: { id: '267854', name: 'Fashion' },
    displayGroup: 'Book',
  });
  expect(rankFacts(page.salesRanks, marketplace('UK'))).toEqual({ firstIn: [] });
});
