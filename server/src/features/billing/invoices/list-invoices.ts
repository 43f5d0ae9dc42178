import type { listInvoices } from '@app/shared/contract/billing.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import { startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { getSubscription } from '../standing/subscription-queries.ts';
import { listInvoicesOf, type ListedInvoice } from './invoice-queries.ts';

/** @param timezoneOffsetMinutes by which the viewer's clock is ahead of UTC: 120 for UTC+2. */
export function invoicesOf(
  { db }: Pick<Context, 'db'>,
  { tenantId }: Actor,
  timezoneOffsetMinutes: number,
): Promise<Answer<typeof listInvoices>> {
  // A day of UTC begins at midnight on the viewer's clock too, so that it has the same date there.
  const startOf = (day: Day): number => startOfDay(day).getTime() / 1000 - timezoneOffsetMinutes * 60;
  return db.snapshot(tenantId, async (tx) => {
    const invoices = await listInvoicesOf(tx, tenantId);
    const { billingName } = await getSubscription(tx, tenantId);
    return {
      invoices: invoices.map((invoice) => ({
        from: startOf(invoice.from),
        to: startOf(invoice.to),
        totalAmount: invoice.totalCents + invoice.taxCents,
        url: invoice.url,
        number: invoice.number,
        status: statusOf(invoice),
        pdfUrl: invoice.pdfUrl,
        refundedAmount: invoice.refundedCents,
        hasFailedRefund: invoice.hasFailedRefund,
      })),
      billingName,
    };
  });
}

function statusOf({ state, refundedCents, totalCents, taxCents }: ListedInvoice) {
  if (state === 'paid' && refundedCents >= totalCents + taxCents) return 'refunded';
  return state === 'uncollectible' ? 'failed' : state;
}
