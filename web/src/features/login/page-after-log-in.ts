import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';

interface Facts {
  readonly anySellerAccountSetupCompleted: boolean;
  readonly paymentStatus: number;
}

/** The page after the log-in: the set-up while no seller account has completed it or payment is missing. */
export const pageAfterLogIn = (facts: Facts): '/connect' | '/home' =>
  !facts.anySellerAccountSetupCompleted || facts.paymentStatus === paymentStatus.missing ? '/connect' : '/home';
