import type { Stripe } from 'stripe';
import type { StripeCall } from './stripe-call.ts';

/** The refunds of a charge. A refund may fail days after it was made, when the bank returns it. */
export interface ChargeRefunds {
  /** The sum of the refunds that have not failed, including those on their way. */
  readonly refundedCents: number;
  /** The newest refund that has failed. */
  readonly failedRefund: FailedRefund | null;
  /** The id of the last refund, also of one that has failed; `null` before the first. */
  readonly lastRefundId: string | null;
}

interface FailedRefund {
  readonly cents: number;
  readonly reason: string;
  /** False if another refund was made since, which may repeat this one or give another part back. */
  readonly isLast: boolean;
}

const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

/** Returns a charge with its refunds, of which the provider lists the ten newest, the newest first. */
export const retrieveCharge = (call: StripeCall, chargeId: string): Promise<Stripe.Charge> =>
  call((stripe) => stripe.charges.retrieve(chargeId, { expand: ['refunds'] }));

export function refundsOf({ amount_refunded: counted, refunds }: Stripe.Charge): ChargeRefunds {
  const { data = [], has_more: hasMore = false } = refunds ?? {};
  const [last] = data;
  const failed = data.find(hasFailed);
  const given = data.reduce((sum, refund) => (hasFailed(refund) ? sum : sum + refund.amount), 0);
  return {
    // The reference does not say whether the charge still counts a refund that has failed.
    refundedCents: hasMore ? counted : Math.min(counted, given),
    failedRefund: failed
      ? { cents: failed.amount, reason: failed.failure_reason ?? 'unknown', isLast: failed === last }
      : null,
    lastRefundId: last?.id ?? null,
  };
}
