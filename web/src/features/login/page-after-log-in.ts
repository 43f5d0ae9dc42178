import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';

interface Facts {
  readonly anySellerAccountSetupCompleted: boolean;
  readonly paymentStatus: number;
  readonly isOwner: boolean;
}

export type PageAfterLogIn = '/connect' | '/subscription-and-billing' | '/home';

const offStatuses = new Set<number>([paymentStatus.suspended, paymentStatus.blocked, paymentStatus.canceled]);

/**
 * Returns the page after the log-in: the set-up while no seller account has completed it or the payment method is
 * missing. An owner whose service is off gets the billing page, where it can be turned on again.
 */
export function pageAfterLogIn(facts: Facts): PageAfterLogIn {
  if (facts.isOwner && offStatuses.has(facts.paymentStatus)) return '/subscription-and-billing';
  return !facts.anySellerAccountSetupCompleted || facts.paymentStatus === paymentStatus.missing ? '/connect' : '/home';
}
