import type { Context } from '../../../context.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { listRateCards } from '../usage/rate-card-queries.ts';
import { listTenantsToBill, markLookedAt, saveBills } from './invoice-queries.ts';
import { billableDays, billOf } from './next-bill.ts';

type InvoicingContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** The number of tenants that one statement handles. */
const batchSize = 500;

/**
 * Makes the next invoices of many tenants together: for closed periods, and for closed days of tenants that pay daily.
 * Returns true if more invoices are to be made.
 */
export async function makeInvoices(ctx: InvoicingContext, turns = everyTurn): Promise<boolean> {
  const { db, clock, random } = ctx;
  const tenants = await db.acrossTenants((all) => listTenantsToBill(all, batchSize));
  if (tenants.length === 0) return false;
  const cards = await listRateCards(db.global);
  const computed = await turns.each(tenants, async (tenant) => {
    const billable = billableDays(tenant);
    const bill = billable && billOf(tenant, billable, { ...tenant, cards });
    return { tenant, bill };
  });
  const at = clock.now();
  const bills = computed.flatMap(({ tenant, bill }) =>
    bill ? [{ ...bill, tenant, tenantId: tenant.tenantId, invoiceId: random.uuid() }] : [],
  );
  const waiting = computed.flatMap(({ tenant, bill }) => (bill ? [] : [tenant]));
  const stored = await db.ofMany(bills, (tx, together) => saveBills(tx, together, at));
  await db.ofMany(waiting, markLookedAt);
  return stored.some((count) => count > 0) || waiting.length > 0;
}
