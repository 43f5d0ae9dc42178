import { estimate } from '@app/shared/contract/billing.ts';
import { call } from '../../lib/http/call.ts';

type Conversion = 'sign_up' | 'subscribe';

/**
 * Reports a conversion with the value of the subscription, if the operator counts conversions. No caller waits for the
 * report, and its failure has no effect on the user.
 */
export async function reportConversion(event: Conversion): Promise<void> {
  try {
    const { reportTo, subscriptionFee, purchaseFee } = await call(estimate, {});
    if (reportTo === null) return;
    const fees = { subscriptionFee: String(subscriptionFee), purchaseFee: String(purchaseFee) };
    const body = new URLSearchParams({ event, ...fees, currency: 'usd' });
    // With `keepalive` the report completes even if the user leaves the page; its answer is not needed.
    await fetch(reportTo, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true });
  } catch {
    // A report that fails is not sent again.
  }
}
