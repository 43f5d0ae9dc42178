import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { makeUnaddressedDue } from '../collecting/due-invoice-queries.ts';
import { claimUnsentDetails, settleDetails, type UnsentDetails } from './details-queries.ts';

interface DetailsContext extends Pick<Context, 'db' | 'clock' | 'random' | 'log'> {
  readonly payments: Payments;
}

/** The lease is longer than all requests of one sending together, each of which has its own deadline. */
export const detailsLeaseMs = 2 * minuteMs;
const putOffMs = 15 * minuteMs;
const batchSize = 20;

/** Sends the details that the provider does not have because it was away when they were saved. True if more are due. */
export async function sendUnsentDetails(ctx: DetailsContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const leaseEnd = new Date(now.getTime() + detailsLeaseMs);
  const due = await ctx.db.acrossTenants((db) => claimUnsentDetails(db, { now, leaseEnd, most: batchSize }));
  await turns.each(due, async (details) => {
    // If the provider is slow, the lease may end before the turn of a tenant; another process may then have claimed its
    // details.
    if (ctx.clock.now() < leaseEnd) await sendDetails(ctx, details);
  });
  return due.length === batchSize;
}

/** Sends claimed details, and puts them off if the provider is away. */
export async function sendDetails(
  ctx: DetailsContext,
  details: UnsentDetails,
): Promise<'saved' | 'taxIdRefused' | 'putOff'> {
  const { tenantId, customerId, billingName: name, address } = details;
  if (customerId === null) return 'putOff';
  // The provider repeats its answer to a key, also an error: each sending has keys of its own.
  const key = ctx.random.uuid();
  try {
    const outcome = await ctx.payments.methods.saveDetails(customerId, { name, address }, key);
    await settle(ctx, details, null);
    return outcome;
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const waitMs = error.isPermanent ? dayMs : putOffMs;
    ctx.log.warn({ err: error, tenantId, waitMs }, 'billing details could not be sent to the payment provider');
    await settle(ctx, details, new Date(ctx.clock.now().getTime() + waitMs));
    return 'putOff';
  }
}

/** Sets when the details are sent again; `null` if the provider has them, so that it can compute taxes. */
const settle = ({ db, clock }: DetailsContext, details: UnsentDetails, dueAt: Date | null): Promise<void> =>
  db.tenant(details.tenantId, async (tx) => {
    const now = clock.now();
    // Invoices are locked before the subscription, as by the attempts that collect them.
    if (dueAt === null && details.address) await makeUnaddressedDue(tx, details.tenantId, now);
    await settleDetails(tx, details, { now, dueAt });
  });
