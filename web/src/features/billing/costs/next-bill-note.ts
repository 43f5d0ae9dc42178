import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { BillingStatus, Costs } from '../billing-queries.ts';
import { methodStatusText } from '../method/method-text.ts';

type Facts = Pick<BillingStatus, 'paymentStatus' | 'canceled' | 'paymentMethod'>;

/** Says what is charged with the next bill, or why nothing is. */
export function nextBillNote(
  { paymentStatus: code, canceled, paymentMethod }: Facts,
  { nextBillAmount }: Pick<Costs['period'], 'nextBillAmount'>,
): string {
  if (code === paymentStatus.exempt) return 'not charged: the account is exempt';
  if (canceled && nextBillAmount === 0) return 'none is left: the subscription is cancelled';
  if (canceled) return 'the last one: the subscription is cancelled';
  return paymentMethod ? methodStatusText(paymentMethod) : 'no payment method yet';
}
