import { addDays, periodFrom } from '@app/shared/domain/billing/day.ts';
import { invoiceAmounts } from '@app/shared/domain/billing/invoice.ts';
import { partsOfDays } from '@app/shared/domain/billing/invoice-parts.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { listRateCards, rateCardVersion } from '../usage/rate-card-queries.ts';
import { listUsageDays } from '../usage/usage-queries.ts';
import { listUnbilledCorrections } from './correction-queries.ts';
import {
  insertInvoice,
  listTenantsToBill,
  lockBilling,
  markBilled,
  markLookedAt,
  type Billing,
} from './invoice-queries.ts';

type InvoicingContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Tenants of one round. */
const batchSize = 200;

/**
 * Who pays daily gets an invoice as soon as this amount stands: the fixed part of a card's fee, about 0.30 USD, would
 * eat up smaller ones.
 */
const leastDailyMills = 5_000;

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
  if (!billing) return;
  const { closedThrough, billedThrough, billingName } = billing;
  const period = periodFrom(billing.periodFrom);
  const through = closedThrough < period.to ? closedThrough : period.to;
  const isEnd = through === period.to;
  if (through <= billedThrough || (!isEnd && billing.frequency === 'monthly')) return;
  const days = { from: addDays(billedThrough, 1), to: through };
  const { parts, correctionIds } = await readParts(tx, tenantId, days);
  const { amounts, carryMills } = invoiceAmounts(parts, billing.carryMills);
  if (!isEnd && sumOf(parts, billing) < leastDailyMills) return markLookedAt(tx, tenantId, closedThrough);

  const at = clock.now();
  const next = isEnd ? addDays(period.to, 1) : billing.periodFrom;
  await markBilled(tx, tenantId, { day: through, periodFrom: next, carryMills, correctionIds, at });
  if (!amounts) return;
  const { totalCents, lines } = amounts;
  const invoiceId = random.uuid();
  await insertInvoice(tx, { tenantId, invoiceId, period: days, totalCents, lines, billingName, createdAt: at });
}

async function readParts(tx: Tx, tenantId: string, days: { readonly from: string; readonly to: string }) {
  const cards = await listRateCards(tx);
  const usage = await listUsageDays(tx, tenantId, days);
  const charged = usage
    .filter(({ mills }) => mills !== 0)
    .map((day) => ({ ...day, card: rateCardVersion(cards, day) }));
  const corrections = await listUnbilledCorrections(tx, tenantId);
  return {
    parts: [...partsOfDays(charged), ...corrections.map(({ reason, mills }) => ({ description: reason, mills }))],
    correctionIds: corrections.map(({ correctionId }) => correctionId),
  };
}

const sumOf = (parts: readonly { readonly mills: number }[], { carryMills }: Billing): number =>
  parts.reduce((sum, { mills }) => sum + mills, carryMills);
