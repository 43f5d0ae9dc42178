import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { dayText, dollars, reasonText } from '../mails/billing-words.ts';
import type { UnpaidInvoice } from './unpaid-invoice-queries.ts';

type ShownMethod = Pick<PaymentMethod, 'name' | 'last4' | 'status'>;

/**
 * Tells the owner in a sentence or two why an invoice is not paid, or would not be, and what comes next; `null` for
 * nothing to tell.
 */
export function paymentMessage(unpaid: UnpaidInvoice | null, method: ShownMethod | null): string | null {
  if (!unpaid || unpaid.state === 'open') return disputeMessage(method);
  const { number, amountCents, state, lastError, needsAddress, needsConfirmation } = unpaid;
  const invoice = `invoice ${number} of ${dollars(amountCents)}`;
  if (state === 'processing')
    return `The bank transfer for ${invoice} is on its way. It takes up to four business days.`;
  if (needsConfirmation)
    return `Your bank asks you to confirm the payment of ${invoice}. Please open the invoice below.`;
  return `The ${invoice} could not be paid.${reasonText(lastError, needsAddress)} ${nextStep(unpaid)}`.trimEnd();
}

const disputeMessage = (method: ShownMethod | null): string | null =>
  method?.status === 'disputed'
    ? `A charge of ${method.name} ending ${method.last4} was disputed, so this payment method is not charged any more. Please set another payment method before the next bill.`
    : null;

/** The reason of a missing address says itself what to do: another payment method would not help. */
function nextStep({ attemptAt, isMethodRefused, needsAddress }: UnpaidInvoice): string {
  if (!needsAddress && (attemptAt === null || isMethodRefused))
    return 'Please set another payment method: it is charged at once.';
  return attemptAt === null ? '' : `The next attempt is on ${dayText(dayOf(attemptAt))}.`;
}
