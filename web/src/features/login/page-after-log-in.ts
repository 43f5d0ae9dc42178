import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { parseLoginSearch } from './login-search.ts';

interface Facts {
  readonly anySellerAccountSetupCompleted: boolean;
  readonly paymentStatus: number;
}

export type PageAfterLogIn = '/connect' | '/home';

/**
 * Returns the page after the log-in (section 2): the set-up while no seller account has completed it or the payment
 * method is missing. An owner whose service is off comes to the dashboard too, where a banner leads to the billing page.
 */
export function pageAfterLogIn(facts: Facts): PageAfterLogIn {
  return !facts.anySellerAccountSetupCompleted || facts.paymentStatus === paymentStatus.missing ? '/connect' : '/home';
}

/**
 * Returns the page of a sign-up that the marketplace has started, or of a program's request, which the log-in has
 * interrupted; `null` if there is none. The router keeps parameters that the page has refused as `undefined`.
 */
export function interruptedPage(search: ReturnType<typeof parseLoginSearch>) {
  if (search.amazon_callback_uri !== undefined) return { to: '/signup', search } as const;
  if (search.client_id !== undefined) return { to: '/oauth/authorize', search } as const;
  return null;
}
