import { isServedStatus, paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { BillingStatus } from '../billing-queries.ts';
import { lastDateBefore } from '../days.ts';

type Facts = Pick<BillingStatus, 'paymentStatus' | 'endsAt'>;

/** While nothing is watched a cancellation takes effect at once. */
const isOff = ({ paymentStatus: code }: Facts): boolean => !isServedStatus(code);

/** How long the product may be used after the subscription is cancelled; section 8 gives the usual text. */
export const usableText = (status: Facts): string =>
  isOff(status)
    ? 'The subscription ends at once, since your products are not watched now.'
    : 'You may still use the product until the end of this billing period.';

/** The result of a cancellation. Once the subscription has ended, the product is not in use any more. */
export function canceledText(status: Facts): string {
  const { paymentStatus: code, endsAt } = status;
  if (endsAt === null) return 'Your subscription is cancelled.';
  const end = lastDateBefore(endsAt);
  if (code === paymentStatus.canceled) return `Your subscription is cancelled and ended on ${end}.`;
  // An account that is suspended after its cancellation does not get its service back by itself.
  if (isOff(status)) return `Your subscription is cancelled and ends on ${end}.`;
  return `Your subscription is cancelled. You may use the product until ${end}.`;
}

/** The effect of re-activating a cancelled subscription. */
export function resumeText(status: Facts): string {
  if (!isOff(status)) return 'Your products stay watched, and the payment method on file is charged again.';
  const begins = status.paymentStatus === paymentStatus.canceled ? ', and a new billing period begins today' : '';
  return `The payment method on file is charged again${begins}. Your products are watched again; if a bill is open, once it is paid.`;
}
