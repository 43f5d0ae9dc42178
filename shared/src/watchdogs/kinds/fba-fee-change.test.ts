import { expect, test } from 'vitest';
import { chargedFees, feePreview, fees, listing } from '../../../testing/fact-builders.ts';
import type { Facts } from '../facts/observations.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import fbaFeeChange from './fba-fee-change.ts';

const fee = (cents: number, more: Partial<Facts> = {}, rest: Partial<Look> = {}): Look => ({
  now: { listing: [listing('SKU-1')], fees: [fees('SKU-1', cents)], ...more },
  ...rest,
});
const onDay = (day: number) => ({ at: new Date(someInstant.getTime() + day * 86_400_000) });
const unknownFee = { fees: [fees('SKU-1', 0, { fba: null })] };
const ownShipped: Look = { now: { listing: [listing('SKU-1', { isFulfilledByAmazon: false })], ...unknownFee } };
const shippedForNothing: Look = { now: { ...ownShipped.now, fees: [fees('SKU-1', 0)] } };
const bothFees = [fees('SKU-1', 342), fees('SKU-2', 0, { fba: null })];
const halfShipped: Look = {
  now: { listing: [listing('SKU-1', { isFulfilledByAmazon: false }), listing('SKU-2')], ...unknownFee },
};
const charged = (cents: number) => ({ chargedFees: [chargedFees('SKU-1', cents)] });
const measured = (packageDimensions: string) => ({ feePreview: [feePreview('SKU-1', 300, { packageDimensions })] });
const tier = (sizeTier: string) => ({ feePreview: [feePreview('SKU-1', 300, { sizeTier })] });
const noEstimates = { settings: { sendAlertForEstimateChanges: false } };
const noOrders = { settings: { sendAlertForOrderDataChanges: false } };
const onlyWithFee = { settings: { skipPackageDimensionChangeIfNoFeeChange: true } };

verdicts(fbaFeeChange, [
  ['takes the first fee as its baseline', fee(300), 'ok'],
  ['is ok while the fee stays', [fee(300), fee(300)], 'ok'],
  ['alerts when the estimate rises', [fee(300), fee(342)], 'alert'],
  ['alerts when the estimate falls', [fee(342), fee(300)], 'alert'],
  ['keeps silent of the estimate when told to', [fee(300, {}, noEstimates), fee(342, {}, noEstimates)], 'ok'],
  ['alerts when orders are charged another fee', [fee(300, charged(300)), fee(300, charged(342))], 'alert'],
  ['keeps silent of orders when told to', [fee(300, charged(300), noOrders), fee(300, charged(342), noOrders)], 'ok'],
  ['takes the first charged fee as its baseline', [fee(300), fee(300, charged(342))], 'ok'],
  ['alerts when the package is measured anew', [fee(300, measured('10 cm')), fee(300, measured('20 cm'))], 'alert'],
  [
    'alerts when the package is put into another size tier',
    [fee(300, tier('UsSmallStandardSize')), fee(300, tier('UsLargeStandardSize'))],
    'alert',
  ],
  [
    'keeps silent of the package while the fee stays, when told to',
    [fee(300, measured('10 cm'), onlyWithFee), fee(300, measured('20 cm'), onlyWithFee)],
    'ok',
  ],
  [
    'tells the package with a fee that changed',
    [fee(300, measured('10 cm'), onlyWithFee), fee(342, measured('20 cm'), onlyWithFee)],
    'alert',
  ],
  ['is ok when the change is taken back', [fee(300), fee(342), fee(300)], 'ok'],
  ['stays an alert for 7 days', [fee(300), fee(342, {}, onDay(1)), fee(342, {}, onDay(7))], 'alert'],
  ['falls back to ok when the 7 days have passed', [fee(300), fee(342, {}, onDay(1)), fee(342, {}, onDay(8))], 'ok'],
  [
    'is ok after 7 days, though no fee is told any more',
    [fee(300), fee(342, {}, onDay(1)), { ...fee(300, unknownFee, onDay(8)), seenAt: null }],
    'ok',
  ],
  [
    'is ok once its setting is off, though no fee is told any more',
    [fee(300), fee(342), { ...fee(300, unknownFee, noEstimates), seenAt: null }],
    'ok',
  ],
  ['is ok for what we ship ourselves', ownShipped, 'ok'],
  [
    'is ok when the fee of a SKU ends with nothing, because the seller ships it now',
    [fee(300), shippedForNothing],
    'ok',
  ],
  [
    'is ok when Amazon ships a SKU again, though the estimate is still that of the seller',
    [fee(300), shippedForNothing, fee(0)],
    'ok',
  ],
  ['is ok at the first estimate of a SKU that Amazon ships now', [shippedForNothing, fee(0), fee(300)], 'ok'],
  [
    'alerts when the fee is another one than before the seller shipped',
    [fee(300), shippedForNothing, fee(0), fee(342)],
    'alert',
  ],
  ['judges the SKUs whose fee is told', [fee(300), { now: { ...fee(342).now, fees: bothFees } }], 'alert'],
  ['says nothing of a SKU that Amazon ships without a fee, beside one that we ship', halfShipped, null],
  ['says nothing where no fee is told', [fee(300), fee(300, unknownFee)], null],
]);

test('the alert names the SKU, the old fee and the new one', () => {
  expect(judgeInTurn(fbaFeeChange, [fee(300), fee(342)]).at(-1)).toMatchObject({
    text: 'Estimated fee of SKU-1 changed',
    from: '$3.00',
    to: '$3.42',
  });
});

const twoSkus = (...cents: readonly [number, number]): Look => ({
  now: {
    listing: [listing('KT_01-Red'), listing('KT_02-Red')],
    fees: [fees('KT_01-Red', cents[0]), fees('KT_02-Red', cents[1])],
  },
});

test('a SKU is written as the seller writes it, also beside other changed values', () => {
  const [, one, both] = judgeInTurn(fbaFeeChange, [twoSkus(300, 300), twoSkus(342, 300), twoSkus(342, 342)]);

  expect(one).toMatchObject({
    text: 'Estimated fee of KT_01-Red changed',
    evidence: [{ label: 'Estimated fee of KT_01-Red', value: '$3.00 → $3.42' }],
  });
  expect(both?.text).toBe('2 values of the fees changed: estimated fee of KT_01-Red, estimated fee of KT_02-Red');
});
