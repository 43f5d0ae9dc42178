import * as z from 'zod/mini';
import { moneyIn, type Money } from '../../base/money.ts';
import { changesLeft, changesVerdict } from '../kind-parts/changes-verdict.ts';
import { defineWatchdog } from '../model/define.ts';
import type { Facts } from '../facts/observations.ts';
import { firstWindowEnd } from '../kind-parts/news-window.ts';
import {
  followChanges,
  forgetValues,
  recentChanges,
  type RecentChanges,
  type SeenValues,
} from '../kind-parts/recent-changes.ts';

const settings = z.object({
  skipPackageDimensionChangeIfNoFeeChange: z._default(z.boolean(), false),
  sendAlertForEstimateChanges: z._default(z.boolean(), true),
  sendAlertForOrderDataChanges: z._default(z.boolean(), true),
});
const ESTIMATE = 'estimated fee';
const CHARGED = 'charged fee';
const PACKAGE = 'measured package';
const TIER = 'size tier';
const subject = 'the fees';

export default defineWatchdog({
  type: 'fbaFeeChange',
  title: 'FBA Fee Change',
  headline: 'FBA fee changed',
  about:
    'Watches what Amazon takes for storing and sending one unit: its estimate, always at the same price, what it really charged in the latest orders, and the size it measured. Alerts when one of them changes, for 7 days or until it is taken back. Products that you ship yourself have no such fee.',
  family: 'Stock and fees',
  icon: 'receipt-2',
  everyMinutes: 1440,
  reads: ['listing', 'fees'],
  consults: ['feePreview', 'chargedFees'],
  colours: ['RED'],
  costs: null,
  nextSteps: [
    'Compare the measured size and weight with your own',
    'Wrong: ask Amazon to measure again, and for what was charged too much',
    'Right: see whether the price still pays',
  ],
  action: { label: 'Check the listing', place: 'manageListing' },
  causedBy: { kinds: ['productDetailsRecentChange', 'productCategoryRecentChange'], withinHours: 168 },
  settings,
  panel: {
    skipPackageDimensionChangeIfNoFeeChange: {
      label: 'Skip a change of the measured package if the fee does not change',
      widget: 'toggle',
    },
    sendAlertForEstimateChanges: { label: 'Alert when the estimated fee changes', widget: 'toggle' },
    sendAlertForOrderDataChanges: { label: 'Alert when the fee charged in orders changes', widget: 'toggle' },
  },
  memory: recentChanges,
  judge({ now, settings: wanted, memory: before, item, product, at }) {
    const isKnown = now.fees.some(({ fba }) => fba !== null);
    const isOwnShipped =
      now.listing.length > 0 && now.listing.every(({ isFulfilledByAmazon }) => isFulfilledByAmazon === false);
    if (!isKnown && !isOwnShipped) return null;
    const isOff = isUnwatched(wanted);
    const seen = Object.fromEntries(Object.entries(feesOf(now, product.marketplace)).filter(([name]) => !isOff(name)));
    const next = followChanges(before && forgetValues(before, isOff), { seen, at });
    const told = reportedChanges(wanted)(next);
    return {
      ...changesVerdict({ before, next: told, item, subject }),
      memory: next,
      againAt: firstWindowEnd(told.changes),
    };
  },
  judgeWithoutFacts: (left) =>
    changesLeft(left, {
      subject,
      isUnwatched: isUnwatched(left.settings),
      told: reportedChanges(left.settings),
    }),
});

const isUnwatched =
  (wanted: z.output<typeof settings>) =>
  (name: string): boolean =>
    (name.startsWith(ESTIMATE) && !wanted.sendAlertForEstimateChanges) ||
    (name.startsWith(CHARGED) && !wanted.sendAlertForOrderDataChanges);

function feesOf({ listing, fees, feePreview = [], chargedFees = [] }: FeeFacts, marketplace: string): SeenValues {
  const shown = (money: Money): string => moneyIn(marketplace, money);
  // An estimate for a SKU that the seller ships contains no fee, or one of nothing. Neither is a change of the fee, also
  // not for the day until the fee of a SKU that Amazon ships from now on is estimated.
  const ownSkus = new Set(
    listing.flatMap(({ sku, isFulfilledByAmazon }) => (isFulfilledByAmazon === false ? sku : [])),
  );
  const estimates = fees.filter(({ sku }) => !ownSkus.has(sku));
  return Object.fromEntries([
    ...estimates.flatMap(({ sku, fba }) => (fba && fba.cents > 0 ? [[`${ESTIMATE} of ${sku}`, shown(fba)]] : [])),
    ...chargedFees.flatMap(({ sku, fba }) => (fba ? [[`${CHARGED} of ${sku}`, shown(fba)]] : [])),
    ...feePreview.flatMap(({ sku, packageDimensions, sizeTier }) => [
      ...(packageDimensions === null ? [] : [[`${PACKAGE} of ${sku}`, packageDimensions]]),
      ...(sizeTier === null ? [] : [[`${TIER} of ${sku}`, sizeTier]]),
    ]),
  ]);
}

type FeeFacts = Pick<Facts, 'listing' | 'fees'> & Partial<Pick<Facts, 'feePreview' | 'chargedFees'>>;

const isMeasure = (name: string): boolean => name.startsWith(PACKAGE) || name.startsWith(TIER);
const skuOf = (name: string): string => name.slice(name.indexOf(' of '));

const reportedChanges =
  ({ skipPackageDimensionChangeIfNoFeeChange: isSkipped }: z.output<typeof settings>) =>
  (next: RecentChanges): RecentChanges =>
    isSkipped ? withoutIdlePackages(next) : next;

/** Drops changes of package sizes, except those of a SKU with a changed fee. */
function withoutIdlePackages(next: RecentChanges): RecentChanges {
  const changed = new Set(next.changes.filter(({ name }) => !isMeasure(name)).map(({ name }) => skuOf(name)));
  const isIdle = (name: string): boolean => isMeasure(name) && !changed.has(skuOf(name));
  return { ...next, changes: next.changes.filter(({ name }) => !isIdle(name)) };
}
