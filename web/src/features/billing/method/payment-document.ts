import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { isPaymentPage } from '@app/shared/domain/billing/payment-pages.ts';

type Method = PaymentMethod['method'];

/**
 * The path by which this document was loaded. The router has changed the address since, but the content security policy
 * stays that of the document.
 */
function documentPath(): string {
  const [loading] = performance.getEntriesByType('navigation');
  return loading ? new URL(loading.name).pathname : window.location.pathname;
}

/** Whether the policy of this document allows the provider's script. */
export const mayRunProvider = (): boolean => isPaymentPage(documentPath());

const prefix = '#pay-';

/** Reloads the page with the payment method in its address, so that the page opens the form of that method again. */
export function reloadToPay(method: Method): void {
  window.history.replaceState(window.history.state, '', `${prefix}${method}`);
  window.location.reload();
}

/** The method whose form the document was loaded for; `null` for none. */
export function methodToPay(hash: string = window.location.hash): Method | null {
  if (!hash.startsWith(prefix)) return null;
  const method = hash.slice(prefix.length);
  return method === 'card' || method === 'ach' ? method : null;
}

/** Takes the method out of the address, so that a reload does not open the form again. */
export function forgetMethodToPay(): void {
  const { hash, pathname, search } = window.location;
  if (hash.startsWith(prefix)) window.history.replaceState(window.history.state, '', pathname + search);
}
