import { expect, test } from 'vitest';
import { askingSources, target } from '../../../../test/asking.ts';
import { replenishmentOffers } from './replenishment-offers.ts';

const { answer, ask, calls } = askingSources();

const offer = (n: number, eligibility: unknown) => ({ asin: `B00000000${n}`, sku: `SKU-${n}`, eligibility });
const page = (offers: readonly unknown[], totalResults = offers.length) => ({
  body: { offers, pagination: { totalResults } },
});
const eligibilities = async (...targets: ReturnType<typeof target>[]) => {
  const { observations } = await ask(replenishmentOffers, targets);
  return observations.map(({ facts }) => facts);
};

test('of several offers of one product the one that can be subscribed to counts', async () => {
  answer(page([offer(1, 'SUSPENDED'), offer(1, 'ELIGIBLE'), offer(2, 'INELIGIBLE'), offer(3, 'BRAND_NEW_WORD')]));

  expect(await eligibilities(target(1), target(2), target(3))).toEqual([
    { eligibility: 'ELIGIBLE' },
    { eligibility: 'INELIGIBLE' },
    { eligibility: 'BRAND_NEW_WORD' },
  ]);
});

test('a product that a complete answer leaves out is not offered', async () => {
  answer(page([]));

  expect(await eligibilities(target(1))).toEqual([{ eligibility: 'NOT_OFFERED' }]);
});

test('nothing is concluded from silence where a member could not be read, or does not say', async () => {
  answer(page([{ asin: 7 }, offer(2, null), offer(3, 'ELIGIBLE')]));

  expect(await eligibilities(target(1), target(2), target(3))).toEqual([{ eligibility: 'ELIGIBLE' }]);
});

test.each(['NL', 'MX', 'BR'] as const)('in %s nobody subscribes, and nobody is asked', async (code) => {
  answer(page([]));

  const { observations } = await ask(replenishmentOffers, [target(1)], code);

  expect(observations).toMatchObject([{ facts: { eligibility: 'NOT_OFFERED' } }]);
  expect(calls).toEqual([]);
});

test('offers beyond the first hundred are asked for too', async () => {
  answer(
    page(
      Array.from({ length: 100 }, () => offer(1, 'INELIGIBLE')),
      101,
    ),
    page([offer(2, 'ELIGIBLE')], 101),
  );

  expect(await eligibilities(target(1), target(2))).toMatchObject([{}, { eligibility: 'ELIGIBLE' }]);
  expect(calls.map(({ body }) => JSON.parse(body).pagination.offset)).toEqual([0, 100]);
});
