import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import type { InvoiceKey } from './due-invoice-queries.ts';
import { saveRefund } from './settling-queries.ts';

interface Refund extends InvoiceKey {
  /** The sum of all refunds of the charge. */
  readonly refundedCents: number;
  readonly isDisputed: boolean;
}

/**
 * Stores how much of an invoice was refunded, and reports the growth to the affiliate service. Only whoever stores the
 * growth first reports it: the operator who has made the refund, or the event by which the provider tells of it.
 */
export async function noteRefund(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { refundedCents, isDisputed, ...key }: Refund,
): Promise<void> {
  const { tenantId, invoiceId } = key;
  const cents = await saveRefund(tx, key, { refundedCents, isDisputed });
  if (cents <= 0) return;
  // The id contains the refunded total, so that each partial refund is one event however often it is read.
  const eventId = `${invoiceId}:refund:${refundedCents}`;
  await insertAffiliateEvent(tx, { tenantId, kind: 'refund', eventId, cents, saleEventId: invoiceId, at: clock.now() });
}
