import * as z from 'zod/mini';
import { labelOfColour } from '@app/shared/base/severity.ts';
import { defaultChartDays, mostChartDays } from '@app/shared/domain/chart-range.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import { changeKinds, readChanges, type Change } from '../../public-api/reads/changes.ts';
import { fitAnswer } from '../answers/fit.ts';
import { asOf, measureShape, moneyShape, nextCursor, pageInput, productIdInput, untrusted } from '../answers/shapes.ts';
import { cleanTextOrNull } from '../answers/untrusted.ts';
import { tool } from '../tool.ts';

export const productTimeline = tool({
  name: 'product_timeline',
  title: 'What happened to a product',
  description:
    'Lists every change of one product on one time axis, the newest first: alerts, price, buy box, the lowest other offers, stock, rating and places for keywords. Each value holds from its observedAt to the next change of the same kind. Within the gaps, which are spread over the pages as the changes are, nothing was observed.',
  input: z.object({
    productId: productIdInput,
    lookbackDays: z._default(z.int().check(z.gte(1), z.lte(mostChartDays)), defaultChartDays),
    ...pageInput,
  }),
  output: z.object({
    asOf,
    productId: z.string(),
    from: z.string(),
    to: z.string(),
    changes: z.array(
      z.object({
        at: z.string(),
        kind: z.enum(changeKinds),
        value: z.nullable(z.union([moneyShape, measureShape])),
        buyBoxOwner: z.nullable(z.enum(['you', 'other', 'nobody'])),
        alert: z.nullable(
          z.object({ alertId: z.string(), watchdog: z.string(), headline: z.string(), level: z.string() }),
        ),
        untrusted: z.nullable(
          untrusted({
            message: z.nullable(z.string()),
            from: z.nullable(z.string()),
            to: z.nullable(z.string()),
            keyword: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    gaps: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .check(z.describe('The gaps that end within the time of this page; they count as rows of it')),
    nextCursor,
  }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const { data, ...page } = await readChanges(ctx, program, { ...input, limit });
      return {
        asOf: now,
        productId: input.productId,
        ...page,
        changes: data.map(shapeChange),
      };
    }),
});

const shapeChange = ({ at, kind, id, value, owner, flip, keyword }: Change) => ({
  at,
  kind,
  value,
  buyBoxOwner: owner,
  alert: flip && {
    alertId: `${Date.parse(at)}-${id}`,
    watchdog: flip.type,
    headline: headlineOf(flip),
    level: labelOfColour(flip.colour).toLowerCase(),
  },
  untrusted:
    flip || keyword !== null
      ? {
          message: cleanTextOrNull(flip?.message ?? null),
          from: cleanTextOrNull(flip?.from ?? null),
          to: cleanTextOrNull(flip?.to ?? null),
          keyword: cleanTextOrNull(keyword),
        }
      : null,
});
