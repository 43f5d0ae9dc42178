import { isServedStatus, paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { BillingStatus } from '../../billing/billing-queries.ts';
import { billingDate, lastDateBefore } from '../../billing/days.ts';

type Facts = Pick<BillingStatus, 'paymentStatus' | 'canceled' | 'endsAt' | 'plan' | 'period' | 'trialEndsAt'>;

/** The state of the subscription in one sentence. */
export function subscriptionNote({ paymentStatus: code, canceled, endsAt, plan, period, trialEndsAt }: Facts): string {
  if (canceled) {
    if (endsAt === null) return 'Cancelled';
    return `Cancelled, ${endVerb(code)} ${lastDateBefore(endsAt)}`;
  }
  if (period === null && trialEndsAt !== null) return `Free trial until ${billingDate(trialEndsAt)}`;
  return plan === 'package' ? 'A package of products' : 'Paid per tracked ASIN and day';
}

function endVerb(code: number): string {
  if (code === paymentStatus.canceled) return 'ended on';
  // An account that is suspended after its cancellation is not in use any more.
  return isServedStatus(code) ? 'in use until' : 'ends on';
}
