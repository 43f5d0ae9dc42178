import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { listRateCards } from '../usage/rate-card-queries.ts';
import { listUsageDays } from '../usage/usage-queries.ts';
import { listUnbilledCorrections } from './correction-queries.ts';
import { insertInvoice, listTenantsToBill, lockBilling, markBilled, markLookedAt } from './invoice-queries.ts';
import { billableDays, billOf } from './next-bill.ts';

type InvoicingContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Tenants of one round. */
const batchSize = 200;

/** Makes invoices of closed periods, and of closed days for those who pay daily. True if more are to be made. */
export async function makeInvoices(ctx: InvoicingContext, turns = everyTurn): Promise<boolean> {
  const tenantIds = await listTenantsToBill(ctx.db.global, batchSize);
  const made = await turns.each(tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, (tx) => makeInvoice(ctx, tx, tenantId)),
  );
  return made.length === batchSize;
}

async function makeInvoice({ clock, random }: InvoicingContext, tx: Tx, tenantId: string): Promise<void> {
  const billing = await lockBilling(tx, tenantId);
  const billable = billing && billableDays(billing);
  if (!billable) return;
  const cards = await listRateCards(tx);
  const usage = await listUsageDays(tx, tenantId, billable.days);
  const corrections = await listUnbilledCorrections(tx, tenantId);
  const bill = billOf(billing, billable, { usage, corrections, cards });
  if (!bill) return markLookedAt(tx, tenantId, billing.closedThrough);

  const at = clock.now();
  const { days, nextPeriodFrom, carryMills, invoice } = bill;
  const correctionIds = corrections.map(({ correctionId }) => correctionId);
  await markBilled(tx, tenantId, { day: days.to, periodFrom: nextPeriodFrom, carryMills, correctionIds, at });
  if (!invoice) return;
  const { billingName } = billing;
  await insertInvoice(tx, { tenantId, invoiceId: random.uuid(), period: days, ...invoice, billingName, createdAt: at });
}
