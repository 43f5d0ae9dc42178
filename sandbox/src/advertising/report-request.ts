import { addDays } from '@app/shared/base/calendar-day.ts';
import * as z from 'zod/mini';
import type { AttributedDay } from './attribution.ts';

type Row = Readonly<Record<string, string | number>>;

interface ReportType {
  readonly groupBy: string;
  readonly columns: readonly string[];
  rowsOf(day: AttributedDay): readonly Row[];
}

const unitsOf = (orders: AttributedDay['same']): number => orders.reduce((sum, { quantity }) => sum + quantity, 0);

/** The report types and, for each, the columns that the stand-in knows. */
const reportTypes: Readonly<Record<string, ReportType>> = {
  spAdvertisedProduct: {
    groupBy: 'advertiser',
    columns: ['date', 'advertisedAsin', 'unitsSoldSameSku7d', 'purchasesSameSku7d', 'cost', 'campaignId'],
    // Splits the figures of each product between two campaigns, so that readers of the report must add up its rows.
    rowsOf: ({ date, asin, same, costCents }) =>
      costCents === 0
        ? []
        : [0, 1].map((campaign) => {
            const orders = same.filter((_order, index) => index % 2 === campaign);
            const cents = campaign === 0 ? Math.floor(costCents / 2) : Math.ceil(costCents / 2);
            return {
              date,
              advertisedAsin: asin,
              unitsSoldSameSku7d: unitsOf(orders),
              purchasesSameSku7d: orders.length,
              cost: cents / 100,
              campaignId: campaign + 1,
            };
          }),
  },
  spPurchasedProduct: {
    groupBy: 'asin',
    columns: ['date', 'purchasedAsin', 'unitsSoldOtherSku7d', 'purchasesOtherSku7d', 'campaignId'],
    rowsOf: ({ date, asin, other }) =>
      other.length === 0
        ? []
        : [
            {
              date,
              purchasedAsin: asin,
              unitsSoldOtherSku7d: unitsOf(other),
              purchasesOtherSku7d: other.length,
              campaignId: 1,
            },
          ],
  },
};

export const reportContentType = 'application/vnd.createasyncreportrequest.v3+json';
const mostDays = 31;
const keptDays = 95;

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const requestForm = z.strictObject({
  name: z.optional(z.string()),
  startDate: day,
  endDate: day,
  configuration: z.strictObject({
    adProduct: z.literal('SPONSORED_PRODUCTS'),
    groupBy: z.array(z.string()),
    columns: z.array(z.string()).check(z.minLength(1)),
    reportTypeId: z.enum(['spAdvertisedProduct', 'spPurchasedProduct']),
    timeUnit: z.literal('DAILY'),
    format: z.literal('GZIP_JSON'),
  }),
});
export type ReportRequest = z.output<typeof requestForm>;

type CheckedRequest = { ok: true; request: ReportRequest } | { ok: false; detail: string };

/** Checks a request as Amazon does: every unknown column, field or grouping is refused with its name. */
export function checkReportRequest(input: unknown, today: string): CheckedRequest {
  const parsed = requestForm.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, detail: `${issue?.path.join('.') || 'body'}: ${issue?.message}` };
  }
  const { startDate, endDate, configuration } = parsed.data;
  const type = reportTypes[configuration.reportTypeId];
  const unknown = configuration.columns.filter((column) => !type?.columns.includes(column));
  if (unknown.length > 0)
    return { ok: false, detail: `configuration columns includes invalid values: (${unknown.join(', ')})` };
  if (configuration.groupBy.join() !== type?.groupBy) {
    return { ok: false, detail: `configuration groupBy has to be (${type?.groupBy})` };
  }
  if (!configuration.columns.includes('date')) return { ok: false, detail: 'timeUnit DAILY requires the column date' };
  if (endDate < startDate || endDate >= addDays(startDate, mostDays)) {
    return { ok: false, detail: `the range has to be 1 to ${mostDays} days` };
  }
  if (startDate < addDays(today, -keptDays) || endDate > today) {
    return { ok: false, detail: `the range has to lie within the last ${keptDays} days` };
  }
  return { ok: true, request: parsed.data };
}

/** The rows of a report, with the requested columns only. */
export function rowsOf({ configuration }: ReportRequest, days: readonly AttributedDay[]): readonly Row[] {
  const type = reportTypes[configuration.reportTypeId];
  return days.flatMap((attributed) =>
    (type?.rowsOf(attributed) ?? []).map((row) =>
      Object.fromEntries(configuration.columns.map((column) => [column, row[column] ?? 0])),
    ),
  );
}
