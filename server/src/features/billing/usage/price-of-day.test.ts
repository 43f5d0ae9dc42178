import { expect, test } from 'vitest';
import { planOn, usageOf } from './price-of-day.ts';
import type { RateCardVersion } from './rate-card-queries.ts';

const versionFrom = (validFrom: string, baseMills: number): RateCardVersion => ({
  rateCardId: 'standard',
  validFrom,
  baseMills,
  baseAsins: 20,
  tiers: [{ upTo: null, mills: 8 }],
});
const cards = [versionFrom('2026-01-01', 333), versionFrom('2026-03-01', 400)];
const daily = {
  plan: 'daily',
  dailyFrom: null,
  rateCardId: 'standard',
  addonCount: 0,
  formerAddonCounts: [],
  baseSubscriptionFeeCents: 0,
  addonSubscriptionFeeCents: 0,
} as const;

const usageOn = (day: string, trialEndsAt: string) =>
  usageOf(
    { periodFrom: '2026-01-01', trialEndsAt: new Date(trialEndsAt), isExempt: false, discounts: [], pricing: daily },
    cards,
    { day, asins: 1 },
  );

test('a day that begins within the trial is free, and one that begins as the trial ends is paid', () => {
  expect(usageOn('2026-02-01', '2026-02-01T00:00:01Z')).toMatchObject({ isTrial: true, mills: 0, regularMills: 333 });
  expect(usageOn('2026-02-01', '2026-02-01T00:00:00Z')).toMatchObject({ isTrial: false, mills: 333 });
});

test('a version of a price list holds from its first day on', () => {
  expect(usageOn('2026-02-28', '2026-01-01T00:00:00Z')).toMatchObject({ rateCardFrom: '2026-01-01', mills: 333 });
  expect(usageOn('2026-03-01', '2026-01-01T00:00:00Z')).toMatchObject({ rateCardFrom: '2026-03-01', mills: 400 });
});

test('pricing per ASIN in place of a package begins with its first day', () => {
  const changed = { ...daily, plan: 'package', dailyFrom: '2026-02-10' } as const;

  expect(['2026-02-09', '2026-02-10'].map((day) => planOn(changed, cards, day).plan.kind)).toEqual([
    'package',
    'daily',
  ]);
});
