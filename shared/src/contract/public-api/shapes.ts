import * as z from 'zod/mini';
import { isChartDay } from '../../domain/chart-range.ts';
import { numberText, rowId } from '../shapes.ts';

const dayForm = 'Dates are written as YYYY-MM-DD, as in 2026-03-31';

/** A day of the calendar. The pattern is for documents, which cannot hold a condition in code. */
export const dayShape = z
  .string()
  .check(z.regex(/^20\d\d-\d\d-\d\d$/, { error: dayForm, abort: true }), z.refine(isChartDay, dayForm));

/** A page of a list. The cursor comes from `nextCursor` of the page before and fits the same call only. */
export const pageQuery = {
  limit: z.prefault(numberText(z.int(), z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
};
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const pageOf = <const Row extends z.core.$ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** The cursor of the next page; `null` on the last page. */
    nextCursor: z.nullable(z.string()),
  });

/**
 * A number with its unit. `observedAt` is the ISO instant at which the marketplace gave the number; `null` if unknown.
 */
export const measureShape = z.object({
  /** The number; `null` when the number is not known, which is not zero. */
  value: z.nullable(z.number()),
  unit: z.string(),
  observedAt: z.nullable(z.string()),
});
export type Measure = z.output<typeof measureShape>;

/** An amount in hundredths of the currency. */
export const moneyShape = z.extend(measureShape, { unit: z.literal('cents'), currency: z.nullable(z.string()) });
export type MoneyMeasure = z.output<typeof moneyShape>;

/** A product, as webhooks name it. Its name is a text of the marketplace, not of Watchpost. */
export const productRef = z.object({
  productId: rowId,
  asin: z.string(),
  marketplace: z.string(),
  name: z.string(),
  /** The product in Watchpost. */
  url: z.string(),
});

export const sellerRef = z.object({ sellerId: rowId, name: z.string() });

export const issueStatusNames = ['new', 'seen', 'inProgress', 'done'] as const;
