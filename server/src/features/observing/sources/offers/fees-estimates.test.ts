import { expect, test } from 'vitest';
import { askingSources, observedAt, target } from '../../../../../testing/observing/asking.ts';
import { feesEstimates } from './fees-estimates.ts';

const { answer, ask, calls } = askingSources();

const usd = (Amount: number) => ({ Amount, CurrencyCode: 'USD' });
const cents = (amount: number) => ({ cents: amount, currency: 'USD' });
const fee = (FeeType: string, amount: number) => ({ FeeType, FeeAmount: usd(9), FinalFee: usd(amount) });
const estimate = (sku: string | undefined, fba: number) => ({
  Status: 'Success',
  ...(sku !== undefined && { FeesEstimateIdentifier: { SellerInputIdentifier: sku } }),
  FeesEstimate: {
    TotalFeesEstimate: usd(fba + 1.5),
    FeeDetailList: [fee('ReferralFee', 1.5), fee('FBAFees', fba)],
  },
});
const priced = (n: number, more = {}) => target(n, { feePriceCents: 2490, isFulfilledByAmazon: true, ...more });

test('fees are those of one unit at the lasting price of the listing, less promotions', async () => {
  answer({ body: [estimate('SKU-1', 5.4)] });

  const seen = await ask(feesEstimates, [priced(1)]);

  const facts = { fba: cents(540), referral: cents(150), total: cents(690), atPrice: cents(2490) };
  expect(seen).toEqual({
    observations: [{ productId: '1', aspect: 'fees', sku: 'SKU-1', facts, observedAt }],
    refusals: [],
  });
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject([
    { IdValue: 'SKU-1', FeesEstimateRequest: { PriceToEstimateFees: { ListingPrice: usd(24.9) } } },
  ]);
});

test('a listing that its seller ships has no fulfilment fee', async () => {
  const { FeesEstimate, ...rest } = estimate('SKU-1', 0);
  answer({ body: [{ ...rest, FeesEstimate: { ...FeesEstimate, FeeDetailList: [fee('ReferralFee', 1.5)] } }] });

  const { observations } = await ask(feesEstimates, [priced(1, { isFulfilledByAmazon: false })]);

  expect(observations).toMatchObject([{ facts: { fba: null, referral: cents(150) } }]);
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject([{ FeesEstimateRequest: { IsAmazonFulfilled: false } }]);
});

test('a listing without a price is not asked for, and a batch without prices asks nothing', async () => {
  answer({ body: [estimate('SKU-2', 1)] });

  const both = await ask(feesEstimates, [priced(1, { feePriceCents: null }), priced(2)]);
  const asked = calls.length;
  const none = await ask(feesEstimates, [target(1)]);

  const reason = { subject: 'SKU-1', reason: 'has no price to estimate fees at' };
  expect(both).toMatchObject({ observations: [{ sku: 'SKU-2' }], refusals: [reason] });
  expect(none).toEqual({ observations: [], refusals: [reason] });
  expect(calls).toHaveLength(asked);
});

test('a refused member does not affect the others, and nameless members are identified by the order of the request', async () => {
  const refused = { Status: 'ClientError', Error: { Code: 'InvalidParameterValue', Message: 'There is no such item' } };
  answer({ body: [refused, estimate(undefined, 2), { FeesEstimate: 7, Status: 'Success' }, estimate('STRANGE', 1)] });

  const { observations, refusals } = await ask(feesEstimates, [priced(1), priced(2), priced(3)]);

  expect(observations).toMatchObject([{ sku: 'SKU-2', facts: { fba: cents(200) } }]);
  expect(refusals).toEqual([
    { subject: 'SKU-1', reason: 'ClientError (InvalidParameterValue: There is no such item)' },
    { subject: 'SKU-3', reason: 'malformed member' },
    { subject: 'STRANGE', reason: 'was not asked for' },
  ]);
});

test('an estimate that failed at the marketplace is a temporary refusal', async () => {
  const failed = { Status: 'ServiceError', Error: { Code: 'InternalFailure', Message: 'Please retry' } };
  answer({ body: [failed, estimate('SKU-2', 2)] });

  const { refusals } = await ask(feesEstimates, [priced(1), priced(2)]);

  expect(refusals).toEqual([
    { subject: 'SKU-1', reason: 'ServiceError (InternalFailure: Please retry)', isTemporary: true },
  ]);
});

test('an estimate that lacks its status is believed, unless it comes with an error', async () => {
  const [{ Status: _one, ...silent }, { Status: _other, ...failed }] = [estimate('SKU-1', 2), estimate('SKU-2', 2)];
  answer({ body: [silent, { ...failed, Error: { Code: 'InternalError' } }] });

  const { observations, refusals } = await ask(feesEstimates, [priced(1), priced(2)]);

  expect(observations).toMatchObject([{ sku: 'SKU-1', facts: { fba: cents(200) } }]);
  expect(refusals).toEqual([{ subject: 'SKU-2', reason: 'no status (InternalError: )' }]);
});

test('an estimate without fees, and a listing that is left out, are refusals', async () => {
  answer({ body: [{ ...estimate('SKU-1', 1), FeesEstimate: { TimeOfFeesEstimation: '2026-06-15T12:00:00Z' } }] });

  expect(await ask(feesEstimates, [priced(1), priced(2)])).toEqual({
    observations: [],
    refusals: [
      { subject: 'SKU-1', reason: 'malformed member' },
      { subject: 'SKU-2', reason: 'is not in the answer' },
    ],
  });
});
