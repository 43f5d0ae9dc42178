import type { DailyCost } from '@app/shared/contract/billing.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod } from '@app/shared/domain/billing/period.ts';
import type { Costs } from '../billing-queries.ts';
import type { CostRange } from './cost-range.ts';

/** Section 9: "Daily cost table shows at least 30 rows". */
const leastRows = 30;

interface CostRow {
  readonly key: string;
  /** The day; `null` for a row that only fills the table, beyond the chosen range. */
  readonly day: Day | null;
  /** The cost of the day; `null` for a day without service. */
  readonly cost: DailyCost | null;
}

export const dayOfCost = ({ timestamp }: Pick<DailyCost, 'timestamp'>): Day => dayOf(new Date(timestamp * 1000));

/** The days of a range, newest first; days without service and rows beyond the range are empty. */
export function costRows(
  { dailyCostBreakdowns: costs }: Pick<Costs, 'dailyCostBreakdowns'>,
  range: CostRange,
  today: Day,
): readonly CostRow[] {
  const byDay = new Map(costs.map((cost) => [dayOfCost(cost), cost]));
  const known = [...byDay.keys()].toSorted();
  const newest = known.at(-1) ?? newestOf(range, today);
  const oldestKnown = known[0] ?? newest;
  const oldestInRange = oldestOf(range, today) ?? min(oldestKnown, addDays(today, -daysOfPeriod));
  const rows: CostRow[] = [];
  for (let day = newest; day >= oldestKnown || rows.length < leastRows; day = addDays(day, -1)) {
    const isInRange = day >= oldestInRange;
    rows.push({ key: day, day: isInRange ? day : null, cost: byDay.get(day) ?? null });
  }
  return rows;
}

/** Returns the newest day of the table when no day has costs. */
const newestOf = (range: CostRange, today: Day): Day => {
  const yesterday = addDays(today, -1);
  return range.from !== undefined && range.to < yesterday ? range.to : yesterday;
};

/** Returns the first day of the range; `null` for the default one, which has the open period and the last 30 days. */
function oldestOf(range: CostRange, today: Day): Day | null {
  if (range.from !== undefined) return range.from;
  return range.lastDays === undefined ? null : addDays(today, -range.lastDays);
}

const min = (one: Day, other: Day): Day => (one < other ? one : other);

/** Section 9: "forecast column hidden when more than 30 days of data". */
export const hasForecastColumn = ({ dailyCostBreakdowns }: Pick<Costs, 'dailyCostBreakdowns'>): boolean =>
  dailyCostBreakdowns.length <= leastRows;

/** The price of a day; days of the trial show what they would have cost. */
export const shownAmount = ({ amount, regularAmount, isTrial }: DailyCost): number =>
  isTrial ? regularAmount : amount;

/** The sums of some days; days of the trial cost nothing. */
export function totalOf(costs: readonly DailyCost[]): {
  readonly amount: number;
  readonly asinDays: number;
} {
  let amount = 0;
  let asinDays = 0;
  for (const cost of costs) {
    amount += cost.amount;
    asinDays += cost.quantity;
  }
  return { amount, asinDays };
}
