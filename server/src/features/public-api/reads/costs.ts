import { AppError } from '@app/shared/base/errors.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { listCosts } from '@app/shared/contract/public-api/account.ts';
import type { DailyCost } from '@app/shared/contract/billing.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod } from '@app/shared/domain/billing/period.ts';
import type { Actor } from '../../../http/actor.ts';
import { breakdown } from '../../billing/usage/breakdown.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { measure, money } from './measures.ts';
import type { ReadContext } from './read-context.ts';

type CostsQuery = ParsedRequest<typeof listCosts>['query'];

/** Watchpost charges in US dollars. */
const dollars = (cents: number) => money(cents, 'USD');

/** Days are sorted from the newest to the oldest. */
const sorting = { positionOf: ({ timestamp }: DailyCost) => [String(timestamp)], order: ['numbersDown'] } as const;

export async function readCosts(ctx: ReadContext, actor: Actor, query: CostsQuery): Promise<Answer<typeof listCosts>> {
  if (!actor.isOwner) throw new AppError('forbidden');
  const list = { actor, list: 'costs' };
  const after = openCursor(ctx, list, query);
  const { dailyCostBreakdowns, period } = await breakdown(ctx, actor, rangeOf(query, dayOf(ctx.clock.now())));
  const cut = sliceAfter(dailyCostBreakdowns, after, { limit: query.limit, ...sorting });
  const { rows, nextCursor } = pageFrom(ctx, list, cut);
  const { from, to, isTrial, nextBillOn } = period;
  return {
    data: rows.map((day) => ({
      date: dayOf(new Date(day.timestamp * 1000)),
      asins: measure(day.quantity, 'ASINs', null),
      amount: dollars(day.amount),
      amountBeforeDiscount: dollars(day.regularAmount),
      discountPercent: day.discountPercent,
      isTrial: day.isTrial,
    })),
    nextCursor,
    period: {
      from,
      to,
      isTrial,
      toDate: dollars(period.toDateAmount),
      forecast: dollars(period.forecastAmount),
      nextBill: dollars(period.nextBillAmount),
      nextBillOn,
    },
  };
}

/** A range without an end goes on to the last closed day, and one without a beginning has thirty days. */
function rangeOf({ from, to }: Pick<CostsQuery, 'from' | 'to'>, today: Day): { from?: Day; to?: Day } {
  if (from === undefined && to === undefined) return {};
  const yesterday = addDays(today, -1);
  const last = to ?? (from !== undefined && from > yesterday ? from : yesterday);
  return { from: from ?? addDays(last, 1 - daysOfPeriod), to: last };
}
