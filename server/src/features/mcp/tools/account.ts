import * as z from 'zod/mini';
import { lacksScope } from '../../../http/lacks-scope.ts';
import { readCosts } from '../../public-api/reads/costs.ts';
import { readFreshness } from '../../public-api/reads/freshness.ts';
import { measure } from '../../public-api/reads/measures.ts';
import { fitAnswer } from '../answers/fit.ts';
import { asOf, measureShape, moneyShape, nextCursor, pageInput } from '../answers/shapes.ts';
import { tool } from '../tool.ts';
import { dayInputs } from './numbers.ts';

export const whatIsStale = tool({
  name: 'what_is_stale',
  title: 'What is not known',
  description:
    'Lists what Watchpost could not check in time, by seller account and marketplace. Say so when you answer from these parts. An empty list means that everything is fresh.',
  input: z.object(pageInput),
  output: z.object({
    asOf,
    late: z.array(
      z.object({
        sellerId: z.string(),
        marketplace: z.string(),
        source: z.string(),
        aspects: z.array(z.string()),
        lastCheckedAt: z.nullable(z.string()),
        usualInterval: measureShape,
      }),
    ),
    nextCursor,
  }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const page = await readFreshness(ctx, program, { ...input, limit, late: 'true' });
      const late = page.data.map(({ every, ...source }) => ({
        ...source,
        usualInterval: measure(every.value, every.unit, now),
      }));
      return { asOf: now, late, nextCursor: page.nextCursor };
    }),
});

const costsScope = 'billing:read';

export const costBreakdown = tool({
  name: 'cost_breakdown',
  title: 'What Watchpost costs',
  description:
    'Returns what Watchpost itself costs: each closed day of UTC, the newest first, and the open period. Only for the owner, by a token that may read costs.',
  input: z.object({ ...pageInput, ...dayInputs }),
  output: z.object({
    asOf,
    days: z.array(
      z.object({
        date: z.string(),
        asins: measureShape,
        amount: moneyShape,
        amountBeforeDiscount: moneyShape,
        discount: measureShape,
        isTrial: z.boolean(),
      }),
    ),
    period: z.object({
      from: z.string(),
      to: z.string(),
      isTrial: z.boolean(),
      toDate: moneyShape,
      forecast: moneyShape,
      nextBill: moneyShape,
      nextBillOn: z.string(),
    }),
    nextCursor,
  }),
  answer({ ctx, program, input, now }) {
    if (!program.token.scopes.includes(costsScope)) {
      throw lacksScope(costsScope);
    }
    return fitAnswer(input.limit, async (limit) => {
      const { data, period, nextCursor: next } = await readCosts(ctx, program, { ...input, limit });
      const { toDate, forecast, nextBill } = period;
      const addObservedAt = <M extends object>(value: M) => ({ ...value, observedAt: now });
      return {
        asOf: now,
        days: data.map(({ discountPercent, ...day }) => ({
          ...day,
          asins: addObservedAt(day.asins),
          amount: addObservedAt(day.amount),
          amountBeforeDiscount: addObservedAt(day.amountBeforeDiscount),
          discount: measure(discountPercent, 'percent', now),
        })),
        period: {
          ...period,
          toDate: addObservedAt(toDate),
          forecast: addObservedAt(forecast),
          nextBill: addObservedAt(nextBill),
        },
        nextCursor: next,
      };
    });
  },
});
