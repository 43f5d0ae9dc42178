import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import { secondMs } from '@app/shared/base/time.ts';
import type { saveBillingDetails } from '@app/shared/contract/billing.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { withDeadline } from '../../../lib/deadline.ts';
import { saveAndClaimDetails } from './details-queries.ts';
import { detailsLeaseMs, sendDetails } from './send-details.ts';

type Details = z.output<typeof saveBillingDetails.body>;
type SavingContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'payments'>;

/** A person waits this long at most. If the provider has not accepted the details by then, a worker sends them. */
const deadlineMs = 8 * secondMs;

const refusedTaxId = 'This tax id is not valid in the country of the address. Please correct it; the rest is saved';

/** Saves the name, address and tax id on invoices, then sends them to the provider, which may be away. */
export async function saveDetails(
  ctx: SavingContext,
  { tenantId }: Actor,
  { billingName, address }: Details,
): Promise<void> {
  const { payments, db, clock, log } = ctx;
  const leaseEnd = new Date(clock.now().getTime() + detailsLeaseMs);
  const saved = await db.tenant(tenantId, (tx) =>
    saveAndClaimDetails(tx, tenantId, { billingName, address, leaseEnd }),
  );
  if (!payments) return;
  const outcome = await withDeadline(deadlineMs, () => sendDetails({ ...ctx, payments }, saved)).catch(
    (error: unknown) => log.warn({ err: error, tenantId }, 'billing details are sent later'),
  );
  if (outcome === 'taxIdRefused') throw new AppError('badRequest', { text: refusedTaxId });
}
