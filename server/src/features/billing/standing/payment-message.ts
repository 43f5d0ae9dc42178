import { dayOf } from '@app/shared/domain/billing/day.ts';
import { dayText, dollars } from '../mails/billing-words.ts';
import type { UnpaidInvoice } from './unpaid-invoice-queries.ts';

/** Tells the owner in a sentence or two why an invoice is not paid and what comes next; `null` for nothing to tell. */
export function paymentMessage(unpaid: UnpaidInvoice | null): string | null {
  if (!unpaid || unpaid.state === 'open') return null;
  const { number, totalCents, state, lastError, needsConfirmation } = unpaid;
  const invoice = `invoice ${number} of ${dollars(totalCents)}`;
  if (state === 'processing')
    return `The bank transfer for ${invoice} is on its way. It takes up to four business days.`;
  if (needsConfirmation)
    return `Your bank asks you to confirm the payment of ${invoice}. Please open the invoice below.`;
  const reason = lastError === null ? '' : ` The payment provider says: ${lastError}`;
  return `The ${invoice} could not be paid.${reason} ${nextStep(unpaid)}`;
}

function nextStep({ attemptAt, isMethodRefused }: UnpaidInvoice): string {
  if (attemptAt === null || isMethodRefused) return 'Please set another payment method: it is charged at once.';
  return `The next attempt is on ${dayText(dayOf(attemptAt))}.`;
}
