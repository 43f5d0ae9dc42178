import type * as z from 'zod/mini';
import type { saveBillingDetails } from '@app/shared/contract/billing.ts';
import type { Actor } from '../../../http/actor.ts';
import { atProvider, type MethodContext } from '../methods/save-method.ts';
import { getSubscription, setBillingDetails } from './subscription-queries.ts';

type Details = z.output<typeof saveBillingDetails.body>;

/** Saves the name and the address on invoices, at the provider first: invoices take them from there. */
export async function saveDetails(
  { db, payments }: Pick<MethodContext, 'db' | 'payments'>,
  { tenantId }: Actor,
  { billingName, address }: Details,
): Promise<void> {
  const { customerId } = await db.tenant(tenantId, (tx) => getSubscription(tx, tenantId));
  if (customerId !== null && payments) {
    const details = { name: billingName, ...(address && { address }) };
    await atProvider(() => payments.methods.saveDetails(customerId, details));
  }
  await db.tenant(tenantId, (tx) => setBillingDetails(tx, tenantId, { billingName, address }));
}
