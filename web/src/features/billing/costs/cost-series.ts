import { addDays, eachDay, type Day } from '@app/shared/base/calendar-day.ts';
import type { Costs } from '../billing-queries.ts';
import type { CostRange } from './cost-range.ts';
import { dayOfCost } from './cost-rows.ts';

/** The values of the chart by day, oldest first; `null` where a series has none. Money in cents. */
export interface CostSeries {
  readonly days: readonly Day[];
  readonly charged: readonly (number | null)[];
  /** The price that days of the trial would have had. */
  readonly free: readonly (number | null)[];
  readonly forecast: readonly (number | null)[];
  readonly asins: readonly (number | null)[];
}

/** Returns the closed days of a range. The default range, the open period, continues with its forecast. */
export function costSeries({ dailyCostBreakdowns, period }: Costs, range: CostRange): CostSeries {
  const byDay = new Map(dailyCostBreakdowns.map((cost) => [dayOfCost(cost), cost]));
  const known = [...byDay.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  const isDefault = range.lastDays === undefined && range.from === undefined;
  // During the trial the open period is the first one after the trial, too far ahead to be drawn.
  const hasForecast = isDefault && !period.isTrial && period.daysLeft > 0;
  const firstLeft = addDays(period.to, 1 - period.daysLeft);
  const forecastDays = hasForecast ? eachDay(firstLeft, period.to) : [];
  const { forecastAmount, servedDaysLeft } = period;
  const perDay = forecastAmount / Math.max(1, servedDaysLeft);
  // Closed days without service lie between the last cost and the forecast.
  const closed = first && last ? eachDay(first, hasForecast ? addDays(firstLeft, -1) : last) : [];
  const days = [...closed, ...forecastDays];
  const costs = days.map((day) => byDay.get(day) ?? null);
  return {
    days,
    charged: costs.map((cost) => (cost && !cost.isTrial ? cost.amount : null)),
    free: costs.map((cost) => (cost?.isTrial ? cost.regularAmount : null)),
    forecast: days.map((_, index) => {
      const ahead = index - closed.length;
      if (ahead < 0) return null;
      return ahead < servedDaysLeft ? perDay : 0;
    }),
    asins: costs.map((cost) => cost?.quantity ?? null),
  };
}

/** Returns what the chart shows in one sentence, which is displayed and read by screen readers. */
export function costFinding({ days, charged, free, asins }: CostSeries, texts: FindingTexts): string {
  const closed = asins.filter((count) => count !== null).length;
  if (closed === 0) return 'No day is closed yet';
  const isFree = charged.every((value) => value === null);
  const what = isFree ? `${texts.money(sum(free))} without the trial` : `${texts.money(sum(charged))} charged`;
  return `${what} for ${closed === 1 ? '1 day' : `${closed} days`} from ${texts.day(days[0] ?? '')}`;
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

interface FindingTexts {
  readonly money: (amount: number) => string;
  readonly day: (day: Day) => string;
}
