import { dayMs, hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { isRequestRefused } from '../../../external/stripe/payment-refusals.ts';
import type { Db, Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { enqueueDeletionMail } from './deletion-mail.ts';
import { beginDeletion, findDeletion, listDeletions } from './deletion-queries.ts';
import {
  deleteGlobalTraces,
  deleteRows,
  findProviderTraces,
  hasMailWaiting,
  hasSellerAccount,
  keepInvoices,
  listTablesOfTenants,
} from './erasing-queries.ts';

interface ErasingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log' | 'payments'> {
  /** A connection whose statements may take long: one of them deletes all rows of a tenant in a table. */
  readonly maintenance: Db;
  /** Takes our access back at all services that the tenant has connected, and forgets the connections. */
  revokeConnections(tenantId: string): Promise<void>;
  /** Requests the deletion of all seller accounts in the caller's transaction. */
  deleteSellersOf(tx: Tx, request: { readonly tenantId: string; readonly now: Date }): Promise<void>;
}

/** Planned deletions are listed until they are due, those that are due first. */
const batchSize = 500;
/** Invoices are kept for this many years, because commercial and tax law require six to ten years. */
const keepYears = 10;
/** A mail that could not be sent for this long does not hold the deletion back. */
const mailWaitMs = 6 * hourMs;
/**
 * A request that the payment provider refuses holds the deletion back for this long, during which operators see it and
 * can end the invoice or the customer there themselves.
 */
const refusalWaitMs = 7 * dayMs;

/**
 * Mails the owners of planned deletions once, and deletes tenants whose grace is over. Each step can be repeated: if a
 * process is killed, another one continues.
 */
export async function eraseTenants(ctx: ErasingContext, turns = everyTurn): Promise<void> {
  const deletions = await listDeletions(ctx.db.global, batchSize);
  const now = ctx.clock.now();
  const { planned = [], due = [] } = Object.groupBy(deletions, ({ begunAt, dueAt }) =>
    begunAt === null && dueAt > now ? 'planned' : 'due',
  );
  await turns.each(planned, ({ tenantId }) => ctx.db.tenant(tenantId, (tx) => tellPlanned(ctx, tx, tenantId)));
  const round: Round = { isProviderSilent: false };
  await turns.each(due, async ({ tenantId, begunAt }) => {
    const hasBegun = begunAt !== null || (await ctx.db.tenant(tenantId, (tx) => begin(ctx, tx, tenantId)));
    if (hasBegun) await erase(ctx, { tenantId, begunAt: begunAt ?? now }, round);
  });
}

interface Round {
  /** The payment provider has not answered in this round: each further question would hold up the other deletions. */
  isProviderSilent: boolean;
}

async function tellPlanned(ctx: ErasingContext, tx: Tx, tenantId: string): Promise<void> {
  const deletion = await findDeletion(tx, tenantId);
  if (deletion) await enqueueDeletionMail(ctx, tx, { tenantId, kind: 'planned', at: deletion.dueAt });
}

async function begin(ctx: ErasingContext, tx: Tx, tenantId: string): Promise<boolean> {
  const now = ctx.clock.now();
  if (!(await beginDeletion(tx, tenantId, now))) return false;
  await enqueueDeletionMail(ctx, tx, { tenantId, kind: 'begun', at: now });
  ctx.log.warn({ tenantId }, 'the deletion of a tenant has begun');
  return true;
}

interface BegunDeletion {
  readonly tenantId: string;
  readonly begunAt: Date;
}

async function erase(ctx: ErasingContext, deletion: BegunDeletion, round: Round): Promise<void> {
  const { db, clock } = ctx;
  const { tenantId } = deletion;
  await ctx.revokeConnections(tenantId);
  const isWaiting = await db.tenant(tenantId, async (tx) => {
    const now = clock.now();
    await ctx.deleteSellersOf(tx, { tenantId, now });
    return (
      (await hasSellerAccount(tx, tenantId)) ||
      (await hasMailWaiting(tx, tenantId, new Date(now.getTime() - mailWaitMs)))
    );
  });
  if (isWaiting || !(await endAtProvider(ctx, deletion, round))) return;
  await deleteAllRows(ctx, tenantId);
  ctx.log.warn({ tenantId }, 'a tenant was deleted');
}

/**
 * Deletes the customer with its payment methods. False while the provider does not answer. Throws while it refuses a
 * request, which shows the tenant to operators.
 */
async function endAtProvider(ctx: ErasingContext, deletion: BegunDeletion, round: Round): Promise<boolean> {
  const { db, payments, log } = ctx;
  const { tenantId } = deletion;
  const { customerId, unpaid } = await db.tenant(tenantId, (tx) => findProviderTraces(tx, tenantId));
  if (customerId === null || !payments) return true;
  if (round.isProviderSilent) return false;
  try {
    for (const providerInvoiceId of unpaid) {
      const request = () => payments.invoices.giveUp(providerInvoiceId);
      await unlessRefused(ctx, deletion, { about: { providerInvoiceId }, request });
    }
    const request = () => payments.methods.deleteCustomer(customerId);
    await unlessRefused(ctx, deletion, { about: { customerId }, request });
    return true;
  } catch (error) {
    if (!(error instanceof ExternalError) || isRequestRefused(error)) throw error;
    round.isProviderSilent = !error.isPermanent;
    log.warn({ err: error, tenantId }, 'the deletion of a tenant waits for the payment provider');
    return false;
  }
}

interface ProviderRequest {
  /** The invoice or the customer, for the log. */
  readonly about: object;
  request(): Promise<void>;
}

/**
 * Makes a request and throws if the provider refuses it. After the time that operators have, a refusal is only logged,
 * because it would hold the deletion back for ever.
 */
async function unlessRefused(
  { clock, log }: ErasingContext,
  { tenantId, begunAt }: BegunDeletion,
  { about, request }: ProviderRequest,
): Promise<void> {
  try {
    await request();
  } catch (error) {
    const mayWait = clock.now().getTime() - begunAt.getTime() < refusalWaitMs;
    if (!(error instanceof ExternalError) || !isRequestRefused(error) || mayWait) throw error;
    log.error(
      { err: error, tenantId, ...about },
      'a tenant is deleted although the payment provider refuses a request',
    );
  }
}

/** Deletes the rows of one table after the other, and last the tenant, by which the deletion is found again. */
async function deleteAllRows({ maintenance: db }: ErasingContext, tenantId: string): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    await keepInvoices(tx, tenantId, keepYears);
    await deleteGlobalTraces(tx, tenantId);
  });
  const kept = new Set(['tenants', 'tenant_deletions', 'tenant_subscriptions']);
  for (const table of await listTablesOfTenants(db.global)) {
    if (!kept.has(table)) await db.tenant(tenantId, (tx) => deleteRows(tx, table, tenantId));
  }
  await db.tenant(tenantId, (tx) => deleteRows(tx, 'tenants', tenantId));
}
