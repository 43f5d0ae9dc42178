import { isServedStatus, paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { BillingStatus } from './billing-queries.ts';
import { canceledText } from './cancel/cancel-words.ts';

type Facts = Pick<BillingStatus, 'paymentStatus' | 'canceled' | 'endsAt' | 'plan' | 'period'>;

/** Returns the text of the head: the price of the account, and how long the product can be used. */
export function headText(status: Facts): string {
  if (status.paymentStatus === paymentStatus.exempt) return 'This account is exempt: nothing is charged.';
  const pricing =
    status.plan === 'package'
      ? 'You pay for a package of products, spread over 30 days.'
      : 'Pay per tracked ASIN and day.';
  return `${pricing} ${accessText(status)}`;
}

function accessText(status: Facts): string {
  if (status.canceled) return canceledText(status);
  if (!isServedStatus(status.paymentStatus)) {
    return 'Your products are not watched now, and days on which they are not watched are free.';
  }
  const end = status.period === null ? 'trial' : 'period';
  return `You can cancel in two clicks and keep access to the end of the ${end}.`;
}
