import { marketplaces } from '@app/shared/base/marketplaces.ts';
import { beforeAll, expect, test } from 'vitest';
import { askingSources, target } from '../../../../../testing/observing/asking.ts';
import { explainMissingReference, hasReference, referenceText } from '../../../../../testing/reference.ts';
import { listingOffers } from './listing-offers.ts';
import type { SourceAnswer } from '../source.ts';

beforeAll(explainMissingReference);

const { answer, ask } = askingSources();

interface RealMember {
  readonly status: { readonly statusCode: number };
  readonly request: { readonly Asin: string; readonly MarketplaceId: string; readonly ItemCondition: string };
}
interface Batch {
  readonly responses: readonly RealMember[];
}

/** Captured answers to requests by ASIN. We ask by SKU; the offers have the same form. */
const captures = ['christian-item-offers-batch-13-marketplaces.json', 'peddler-item-offers-batch-uk.json'];
const real = hasReference
  ? captures
      .flatMap((name) => (JSON.parse(referenceText(`captures/sp-api/${name}`)) as Batch).responses)
      .filter(({ status }) => status.statusCode === 200)
      .flatMap((member) => {
        const place = marketplaces.find(({ id }) => id === member.request.MarketplaceId);
        return place ? [{ member, code: place.code, asin: member.request.Asin, of: member.request.ItemCondition }] : [];
      })
  : [];

const offersIn = ({ facts }: SourceAnswer['observations'][number]) => ('offers' in facts ? [facts] : []);

test.runIf(hasReference).each(real.filter(({ of }) => of === 'New'))(
  'offers that Amazon really told of $asin in $code are believed, with used ones left out',
  async ({ member, asin, code }) => {
    answer({ body: { responses: [member] } });

    const { observations, refusals } = await ask(listingOffers, [target(1, { asin })], code);

    expect(refusals).toEqual([]);
    expect(observations).toMatchObject([{ aspect: 'offers', sku: 'SKU-1' }]);
    for (const { totalOffers, offers } of observations.flatMap(offersIn)) expect(offers).toHaveLength(totalOffers ?? 0);
  },
);

test.runIf(hasReference)('offers of used things that were really told are not taken for new ones', async () => {
  const [used] = real.filter(({ of }) => of === 'Used');
  answer({ body: { responses: [used?.member] } });

  const { observations, refusals } = await ask(listingOffers, [target(1, { asin: used?.asin ?? '' })], 'UK');

  expect(observations).toEqual([]);
  expect(refusals).toEqual([{ subject: 'SKU-1', reason: 'is about Used offers' }]);
});

test.runIf(hasReference)('two offers of one seller, one sent by Amazon, are two', async () => {
  const uk = real.find(({ code, asin }) => code === 'UK' && asin === 'B08VY6GW8Q');
  answer({ body: { responses: [uk?.member] } });

  const { observations } = await ask(listingOffers, [target(1, { asin: 'B08VY6GW8Q' })], 'UK');

  const offers = observations.flatMap(offersIn).flatMap((facts) => facts.offers);
  const twice = offers.filter(({ sellerId }) => sellerId === 'A3P5ROKL5A1OLE');
  expect(twice.map(({ isBuyBoxWinner }) => isBuyBoxWinner).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    false,
    true,
  ]);
});

test.runIf(hasReference)(
  'an offer that its seller ships, and that really came without Prime, is no Prime offer',
  async () => {
    const us = real.find(({ code, of }) => code === 'US' && of === 'New');
    answer({ body: { responses: [us?.member] } });

    const { observations } = await ask(listingOffers, [target(1, { asin: us?.asin ?? '' })], 'US');

    const offers = observations.flatMap(offersIn).flatMap((facts) => facts.offers);
    expect(new Set(offers.map(({ isFulfilledByAmazon, isPrime }) => `${isFulfilledByAmazon} ${isPrime}`))).toEqual(
      new Set(['true true', 'false false']),
    );
  },
);
