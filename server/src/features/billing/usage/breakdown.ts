import { AppError } from '@app/shared/base/errors.ts';
import type { costPreview, dailyCostBreakdown, dailyCostDetails, estimate } from '@app/shared/contract/billing.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import { addDays, dayOf, daysFrom, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod, periodFrom } from '@app/shared/domain/billing/period.ts';
import { discountedMills, percentOn } from '@app/shared/domain/billing/discount.ts';
import { forecastOf } from '@app/shared/domain/billing/forecast.ts';
import { projectedBill } from '@app/shared/domain/billing/projected-bill.ts';
import { costByTier, type TierCost } from '@app/shared/domain/billing/rate-card.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isCapped } from '../budget/budget-queries.ts';
import { getCostFacts, type CostFacts } from './cost-queries.ts';
import { planOn, usageOf } from './price-of-day.ts';
import { listRateCards, rateCardVersion, type RateCardVersion } from './rate-card-queries.ts';
import { countTrackedAsins, listAsins, listUsageDays, type UsageDay } from './usage-queries.ts';

type CostContext = Pick<Context, 'db' | 'clock'>;

interface Range {
  readonly lastDays?: number | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

const mostDays = 3660;

/** Returns the closed days of a range, newest first, with the forecast of the open period. */
export function breakdown(
  { db, clock }: CostContext,
  { tenantId }: Actor,
  range: Range,
): Promise<Answer<typeof dailyCostBreakdown>> {
  const today = dayOf(clock.now());
  return db.snapshot(tenantId, async (tx) => {
    const costs = await readCosts(tx, { tenantId, today });
    const usage = await listUsageDays(tx, tenantId, daysOf(range, costs));
    return {
      dailyCostBreakdowns: usage.toReversed().map(dailyCost),
      period: openPeriod(costs),
      tiers: tiersInForce(costs),
    };
  });
}

/** Returns one closed day with its tiers and ASINs. Throws `notFound` for a day that is not closed or was not served. */
export function dayDetails(
  { db }: Pick<Context, 'db'>,
  { tenantId }: Actor,
  day: Day,
): Promise<Answer<typeof dailyCostDetails>> {
  return db.snapshot(tenantId, async (tx) => {
    const [usage] = await listUsageDays(tx, tenantId, { from: day, to: day });
    if (!usage) throw new AppError('notFound', { text: `There is no cost for ${day}` });
    const card = rateCardVersion(await listRateCards(tx), usage);
    const tiers = card ? costByTier(card, usage.asins).filter(({ mills }) => mills > 0) : [];
    return {
      ...dailyCost(usage),
      tiers: tiers.map(tierAmounts),
      asins: [...(await listAsins(tx, { tenantId, day }))],
    };
  });
}

/** Returns the cost of a day with the present number of ASINs and with another one. */
export function preview(
  { db, clock }: CostContext,
  { tenantId }: Actor,
  addedAsins: number,
): Promise<Answer<typeof costPreview>> {
  const today = dayOf(clock.now());
  return db.snapshot(tenantId, async (tx) => {
    const costs = await readCosts(tx, { tenantId, today });
    const asins = await countTrackedAsins(tx, tenantId);
    const nextAsins = Math.max(0, asins + addedAsins);
    const amountOf = (count: number) => priceAfterTrial(costs, { day: today, asins: count }) / millsPerCent;
    return {
      asins,
      nextAsins,
      dayAmount: amountOf(asins),
      nextDayAmount: amountOf(nextAsins),
      isOverCap: addedAsins > 0 && (await isCapped(tx, tenantId)),
    };
  });
}

/** Returns the projected fee of 30 days and the fee of the trial, in cents. */
export function estimateFees(
  { db, clock }: CostContext,
  { tenantId }: Actor,
  trialFeeCents: number,
): Promise<Omit<Answer<typeof estimate>, 'reportTo'>> {
  const today = dayOf(clock.now());
  return db.snapshot(tenantId, async (tx) => {
    const costs = await readCosts(tx, { tenantId, today });
    const first = today < costs.periodFrom ? costs.periodFrom : today;
    // The days of a package differ by a mill, so that only 30 of them together cost its fee.
    const mills = Array.from({ length: daysOfPeriod }, (_, no) =>
      priceAfterTrial(costs, { day: addDays(first, no), asins: costs.asins }),
    ).reduce((sum, one) => sum + one, 0);
    return { subscriptionFee: mills / millsPerCent, purchaseFee: trialFeeCents };
  });
}

/** Returns the price of a day with the present number of ASINs, as if the trial were over. */
export async function priceOfDayAfterTrial(
  tx: Tx,
  tenantId: string,
  today: Day,
): Promise<{ readonly asins: number; readonly mills: number }> {
  const costs = await readCosts(tx, { tenantId, today });
  const asins = await countTrackedAsins(tx, tenantId);
  return { asins, mills: priceAfterTrial(costs, { day: today, asins }) };
}

/** Returns the day of the next bill. */
export const nextBillDay = async (tx: Tx, tenantId: string, today: Day): Promise<Day> =>
  openPeriod(await readCosts(tx, { tenantId, today })).nextBillOn;

interface Costs extends CostFacts {
  readonly cards: readonly RateCardVersion[];
  /** The closed days of the open period. */
  readonly days: readonly UsageDay[];
  /** ASINs of the last closed day, or of this moment before the first. */
  readonly asins: number;
  readonly today: Day;
}

async function readCosts(
  tx: Tx,
  { tenantId, today }: { readonly tenantId: string; readonly today: Day },
): Promise<Costs> {
  const facts = await getCostFacts(tx, tenantId);
  const cards = await listRateCards(tx);
  const days = await listUsageDays(tx, tenantId, periodFrom(facts.periodFrom));
  const [last] = await listUsageDays(tx, tenantId, { from: facts.closedThrough, to: facts.closedThrough });
  return { ...facts, cards, days, asins: last?.asins ?? (await countTrackedAsins(tx, tenantId)), today };
}

/** The open period with its forecast. Before its first day is closed, a day costs what it will after the trial. */
function openPeriod(costs: Costs): Answer<typeof dailyCostBreakdown>['period'] {
  const { days, periodFrom: from, trialEndsAt, today, asins } = costs;
  const { to } = periodFrom(from);
  const forecast = forecastOf(from, days, costs.closedThrough);
  const dayMills =
    forecast.closedDays > 0
      ? forecast.forecastMills / Math.max(1, forecast.daysLeft)
      : priceAfterTrial(costs, { day: from, asins });
  const servedDaysLeft = servedDays(costs, addDays(to, 1 - forecast.daysLeft), forecast.daysLeft);
  const { frequency, billedThrough, carryMills, correctionMills } = costs;
  const unbilled = days.filter(({ day }) => day > billedThrough);
  const bill = projectedBill({
    frequency,
    openMills: unbilled.reduce((sum, { mills }) => sum + mills, carryMills + correctionMills),
    dayMills,
    closedThrough: addDays(to, -forecast.daysLeft),
    to,
    servedDaysLeft,
  });
  return {
    from,
    to,
    isTrial: startOfDay(today) < trialEndsAt,
    closedDays: forecast.closedDays,
    daysLeft: forecast.daysLeft,
    servedDaysLeft,
    toDateAmount: forecast.toDateMills / millsPerCent,
    forecastAmount: (dayMills * servedDaysLeft) / millsPerCent,
    correctionsAmount: correctionMills / millsPerCent,
    carriedAmount: carryMills / millsPerCent,
    nextBillAmount: bill.mills / millsPerCent,
    nextBillOn: bill.on,
    asins,
  };
}

/** The number of these days on which the service will be on: a day without it is free. */
function servedDays({ isServed, endsAt }: Costs, first: Day, days: number): number {
  if (!isServed) return 0;
  return endsAt === null ? days : Math.min(days, Math.max(0, daysFrom(first, dayOf(endsAt))));
}

/** The price of a day, or of the first one after the trial: prices and discounts may change until then. */
function priceAfterTrial(costs: Costs, { day, asins }: { readonly day: Day; readonly asins: number }): number {
  const onDay = day < costs.periodFrom ? costs.periodFrom : day;
  const { regularMills } = usageOf(costs, costs.cards, { day: onDay, asins });
  return discountedMills(regularMills, percentOn(costs.discounts, onDay));
}

/** Specification, section 9: the table has at least 30 rows; the open period is shown whole. */
function daysOf({ lastDays, from, to }: Range, { periodFrom: periodStart, today }: Costs): { from: Day; to: Day } {
  const yesterday = addDays(today, -1);
  if (from !== undefined || to !== undefined) {
    if (from === undefined || to === undefined) refuseRange('Please select start and end date');
    if (from > to) refuseRange('The end date is before the start date. Please select another one');
    if (daysFrom(from, to) >= mostDays) refuseRange(`Please select at most ${mostDays} days`);
    return { from, to };
  }
  const first = addDays(today, -(lastDays ?? daysOfPeriod));
  return { from: lastDays === undefined && periodStart < first ? periodStart : first, to: yesterday };
}

function refuseRange(text: string): never {
  throw new AppError('badRequest', { text });
}

const millsPerCent = 10;

const dailyCost = ({ day, asins, mills, regularMills, discountPercent, isTrial }: UsageDay) => ({
  timestamp: startOfDay(day).getTime() / 1000,
  quantity: asins,
  amount: mills / millsPerCent,
  regularAmount: regularMills / millsPerCent,
  discountPercent,
  isTrial,
});

function tiersInForce({ pricing, cards, today, asins }: Costs) {
  const { card } = planOn(pricing, cards, today);
  return card ? costByTier(card, asins).map(tierAmounts) : [];
}

const tierAmounts = ({ kind, fromAsin, upTo, asins, rateMills, mills }: TierCost) => ({
  kind,
  fromAsin,
  upTo,
  asins,
  rate: rateMills / millsPerCent,
  amount: mills / millsPerCent,
});
