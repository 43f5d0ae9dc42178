import { estimate } from '@app/shared/contract/billing.ts';
import { call } from '../../lib/http/call.ts';

type Conversion = 'sign_up' | 'subscribe';

/**
 * Reports a conversion with what the subscription is worth, if the operator counts them. Nobody waits for it, and its
 * failure changes nothing for the person.
 */
export async function reportConversion(event: Conversion): Promise<void> {
  try {
    const { reportTo, subscriptionFee, purchaseFee } = await call(estimate, {});
    if (reportTo === null) return;
    const fees = { subscriptionFee: String(subscriptionFee), purchaseFee: String(purchaseFee) };
    const body = new URLSearchParams({ event, ...fees, currency: 'usd' });
    // The report outlives the page, and its answer is of no use.
    await fetch(reportTo, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true });
  } catch {
    // The conversion is not counted.
  }
}
