import { expect, test } from 'vitest';
import { askingSources, target } from '../../../../../testing/observing/asking.ts';
import { listingOffers, otherSubject } from './listing-offers.ts';

const asked = { asin: 'B000000001', marketplaceId: 'A1F83G8C2ARO7P' };

test.each([
  ['of another product', { ASIN: 'B000000002' }, 'is about product B000000002'],
  ['of another marketplace', { marketplaceId: 'ATVPDKIKX0DER' }, 'is about marketplace ATVPDKIKX0DER'],
  ['of used offers', { ItemCondition: 'Used' }, 'is about Used offers'],
  ['of what was asked for', { ASIN: asked.asin, marketplaceId: asked.marketplaceId, ItemCondition: 'New' }, null],
  ['that does not say', {}, null],
])('a member %s is told apart', (_what, said, reason) => {
  const silent = { ASIN: null, marketplaceId: null, ItemCondition: null };

  expect(otherSubject({ ...silent, ...said }, asked)).toBe(reason);
});

const { answer, ask, calls } = askingSources();
const usd = (Amount: number) => ({ Amount, CurrencyCode: 'USD' });

/** An answer with our offer and a competitor's that lacks the winner of the buy box. */
const silent = (sku: string) => ({
  status: { statusCode: 200 },
  request: { SellerSKU: sku },
  body: {
    payload: {
      status: 'Success',
      Summary: {
        TotalOfferCount: 2,
        NumberOfOffers: [{ condition: 'new', OfferCount: 2 }],
        BuyBoxPrices: [{ condition: 'New', LandedPrice: usd(10) }],
      },
      Offers: [
        { SellerId: 'OURS', ListingPrice: usd(10), Shipping: usd(0) },
        { SellerId: 'RIVAL', ListingPrice: usd(11), Shipping: usd(0) },
      ],
    },
  },
});
const owner = (SellerSKU: string, belongsToRequester: boolean) => ({
  status: 'Success',
  SellerSKU,
  Product: {
    CompetitivePricing: {
      CompetitivePrices: [
        { CompetitivePriceId: '2', Price: {}, belongsToRequester: !belongsToRequester },
        { CompetitivePriceId: '1', Price: { LandedPrice: usd(10) }, belongsToRequester },
      ],
    },
  },
});

test('if an answer lacks the winner of the buy box, another operation is asked for it', async () => {
  answer(
    { body: { responses: ['SKU-1', 'SKU-2', 'SKU-3'].map(silent) } },
    { body: { payload: [owner('SKU-1', true), owner('SKU-2', false), { status: 'ClientError', SellerSKU: 'SKU-3' }] } },
  );

  const { observations, refusals } = await ask(listingOffers, [target(1), target(2), target(3)]);

  const winners = observations.map(({ facts }) => 'offers' in facts && facts.offers[0]?.isBuyBoxWinner);
  expect(winners).toEqual([true, false, null]);
  expect(refusals).toEqual([{ subject: 'SKU-3', reason: 'status ClientError' }]);
  expect(calls.map(({ url }) => url)).toEqual([
    '/batches/products/pricing/v0/listingOffers',
    expect.stringContaining('Skus=SKU-1,SKU-2,SKU-3'),
  ]);
});

test('offers are observed without a buy box if it cannot be asked for now', async () => {
  answer({ body: { responses: [silent('SKU-1')] } }, { status: 400, body: { errors: [{ code: 'InvalidInput' }] } });

  const { observations, refusals } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ facts: { offers: [{ isMine: true, isBuyBoxWinner: null }, {}] } }]);
  expect(refusals).toEqual([{ subject: 'buy box', reason: expect.stringContaining('InvalidInput') }]);
});

test.each([
  ['an offer that the seller ships, without information about Prime,', { IsFulfilledByAmazon: false }, false],
  [
    'an offer that the seller ships with Prime',
    { IsFulfilledByAmazon: false, PrimeInformation: { IsPrime: true } },
    true,
  ],
  ['an offer that Amazon ships, without information about Prime,', { IsFulfilledByAmazon: true }, null],
  ['an offer without a shipper', {}, null],
])('%s has Prime: %s', async (_what, told, isPrime) => {
  const { body, ...member } = silent('SKU-1');
  const Offers = body.payload.Offers.map((offer) => ({ ...offer, ...told }));
  answer({ body: { responses: [{ ...member, body: { payload: { ...body.payload, Offers } } }] } });

  const { observations } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ facts: { offers: [{ isPrime }, { isPrime }] } }]);
});

const refused = (sku: string, statusCode: number) => ({
  status: { statusCode },
  request: { SellerSKU: sku },
  body: { errors: [{ code: statusCode === 429 ? 'QuotaExceeded' : 'InvalidInput', message: 'No.' }] },
});
test('a seller who may not ask for the buy box has the offers all the same', async () => {
  answer({ body: { responses: [silent('SKU-1')] } }, { status: 403, body: { errors: [{ code: 'Unauthorized' }] } });

  const { observations, refusals } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ aspect: 'offers', sku: 'SKU-1' }]);
  expect(refusals).toEqual([{ subject: 'buy box', reason: expect.stringContaining('Unauthorized') }]);
});

/** A complete answer with our offer in the buy box. */
const plain = (sku: string) => {
  const told = silent(sku);
  const offers = told.body.payload.Offers.map((offer, index) => ({ ...offer, IsBuyBoxWinner: index === 0 }));
  return { ...told, body: { payload: { ...told.body.payload, Offers: offers } } };
};

test('members that the marketplace had no time for are asked for once more, refused members are not', async () => {
  answer(
    { body: { responses: [plain('SKU-1'), refused('SKU-2', 429), refused('SKU-3', 503), refused('SKU-4', 400)] } },
    { body: { responses: [plain('SKU-2'), refused('SKU-3', 503)] } },
  );

  const { observations, refusals } = await ask(listingOffers, [target(1), target(2), target(3), target(4)]);

  expect(observations.map(({ sku }) => sku)).toEqual(['SKU-1', 'SKU-2']);
  expect(refusals.map(({ subject, reason }) => `${subject} ${reason.slice(0, 10)}`)).toEqual([
    'SKU-4 status 400',
    'SKU-3 status 503',
  ]);
});

test('the other members are observed although the postponed ones cannot be asked for once more', async () => {
  answer({ body: { responses: [plain('SKU-1'), refused('SKU-2', 429)] } }, { status: 400, body: { errors: [] } });

  const { observations, refusals } = await ask(listingOffers, [target(1), target(2)]);

  expect(observations.map(({ sku }) => sku)).toEqual(['SKU-1']);
  expect(refusals).toEqual([{ subject: 'SKU-2', reason: 'status 429 (QuotaExceeded: No.)' }]);
});

test('an answer in which every member was throttled is no observation', async () => {
  answer({ body: { responses: [refused('SKU-1', 429), refused('SKU-2', 429)] } });

  await expect(ask(listingOffers, [target(1), target(2)])).rejects.toThrow('every member has status 429');
});

test('a listing that the answer leaves out is refused, and an answer to none of them is malformed', async () => {
  answer({ body: { responses: [plain('SKU-2')] } }, { body: { responses: [] } });

  const { observations, refusals } = await ask(listingOffers, [target(1), target(2)]);

  expect(observations.map(({ sku }) => sku)).toEqual(['SKU-2']);
  expect(refusals).toEqual([{ subject: 'SKU-1', reason: 'is not in the answer' }]);
  await expect(ask(listingOffers, [target(1), target(2)])).rejects.toThrow('malformed answer: no response');
});

test.each([
  ['a number of offers lacks its condition', { NumberOfOffers: [{ fulfillmentChannel: 'Amazon', OfferCount: 2 }] }],
  ['a condition lacks its number of offers', { NumberOfOffers: [{ condition: 'new', fulfillmentChannel: 'Amazon' }] }],
])('if %s, the offers are observed without their number', async (_what, part) => {
  const told = plain('SKU-1');
  const payload = { ...told.body.payload, Summary: { ...told.body.payload.Summary, ...part } };
  answer({ body: { responses: [{ ...told, status: { reasonPhrase: 'OK' }, body: { payload } }] } });

  const { observations } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ facts: { offers: [{ isMine: true }, {}], totalOffers: null } }]);
});

test('prices for businesses, and for several units at once, are no buy box', async () => {
  const told = plain('SKU-1');
  const BuyBoxPrices = [
    { condition: 'New', LandedPrice: usd(8), offerType: 'B2B' },
    { condition: 'New', LandedPrice: usd(9), quantityTier: 5 },
    ...told.body.payload.Summary.BuyBoxPrices,
  ];
  const payload = { ...told.body.payload, Summary: { ...told.body.payload.Summary, BuyBoxPrices } };
  answer({ body: { responses: [{ ...told, body: { payload } }] } });

  const { observations } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ facts: { buyBox: { cents: 1000, currency: 'USD' } } }]);
});

test('who has the price for businesses, or for several units at once, does not have the buy box', async () => {
  const told = owner('SKU-1', false);
  const ours = { CompetitivePriceId: '1', Price: { LandedPrice: usd(8) }, belongsToRequester: true };
  const CompetitivePrices = [
    { ...ours, offerType: 'B2B' },
    { ...ours, quantityTier: 5 },
    ...told.Product.CompetitivePricing.CompetitivePrices,
  ];
  answer(
    { body: { responses: [silent('SKU-1')] } },
    { body: { payload: [{ ...told, Product: { CompetitivePricing: { CompetitivePrices } } }] } },
  );

  const { observations } = await ask(listingOffers, [target(1)]);

  expect(observations).toMatchObject([{ facts: { offers: [{ isMine: true, isBuyBoxWinner: false }, {}] } }]);
});
