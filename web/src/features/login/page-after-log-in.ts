import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';

interface Facts {
  readonly anySellerAccountSetupCompleted: boolean;
  readonly paymentStatus: number;
  readonly isOwner: boolean;
}

export type PageAfterLogIn = '/connect' | '/subscription-and-billing' | '/home';

const offStatuses = new Set<number>([paymentStatus.suspended, paymentStatus.blocked, paymentStatus.canceled]);

/**
 * The page after the log-in: the set-up while no seller account has completed it or payment is missing. An owner whose
 * subscription is off lands where it can be put right.
 */
export function pageAfterLogIn(facts: Facts): PageAfterLogIn {
  if (facts.isOwner && offStatuses.has(facts.paymentStatus)) return '/subscription-and-billing';
  return !facts.anySellerAccountSetupCompleted || facts.paymentStatus === paymentStatus.missing ? '/connect' : '/home';
}
