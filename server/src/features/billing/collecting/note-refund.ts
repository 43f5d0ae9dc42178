import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { InvoiceKey } from './due-invoice-queries.ts';
import type { ChargeRefunds } from '../../../external/stripe/charge-refunds.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { countRefundEvents, insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import { saveRefund } from './settling-queries.ts';

interface RefundContext extends Pick<Context, 'clock'> {
  readonly log: Pick<Context['log'], 'error'>;
}

interface Refund extends InvoiceKey, Pick<ChargeRefunds, 'refundedCents' | 'failedRefund'> {
  readonly isDisputed: boolean;
}

/**
 * Stores how much of an invoice was refunded, and whether a refund has failed. Returns whether the amount has changed.
 * The operator's command and the event of the provider store the same refund; the one that stores it first reports it to
 * the affiliate service. That service has no call that takes a refund back, so a refund that has failed is reported as a
 * sale of the same amount.
 */
export async function noteRefund(
  { clock, log }: RefundContext,
  tx: Tx,
  { refundedCents, failedRefund, isDisputed, ...key }: Refund,
): Promise<boolean> {
  const { tenantId, invoiceId } = key;
  const at = clock.now();
  const saved = await saveRefund(tx, key, { refundedCents, failedRefund, isDisputed });
  const { moreCents, lessCents, number, failure: reason } = saved;
  if (failedRefund && reason !== null) {
    const action = `refund of ${((lessCents || failedRefund.cents) / 100).toFixed(2)} USD failed`;
    log.error({ tenantId, invoiceId, reason }, 'a refund has failed and has to be repeated');
    await recordAudit(tx, [{ tenantId, at, actor: 'watchpost', action, subject: number, details: { reason } }]);
  }
  if (moreCents === 0) return false;
  // A repeated refund has the total of the one that has failed. The number keeps their ids apart.
  const nth = await countRefundEvents(tx, key);
  const kind = moreCents > 0 ? 'refund' : 'sale';
  const eventId = `${invoiceId}:${kind === 'refund' ? 'refund' : 'refund-failed'}:${refundedCents}:${nth}`;
  await insertAffiliateEvent(tx, { tenantId, kind, eventId, cents: Math.abs(moreCents), saleEventId: invoiceId, at });
  return true;
}
