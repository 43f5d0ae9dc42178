import { paymentStatus } from '../billing/payment-status.ts';

/** Steps of the setup wizard: 1 add card, 2 wait for the account's set-up, 3 thank-you, 4 add seller account. */
export type SetupStep = 0 | 1 | 2 | 3 | 4;

export interface SetupFacts {
  readonly paymentStatus: number;
  readonly secondsSinceFirstSellerAccountCreated: number | null;
  readonly anySellerAccountSetupCompleted: boolean;
}

/** Section 4, "Setup step": the step at which the wizard starts. */
export function firstSetupStep(facts: SetupFacts): SetupStep {
  const hasAccount = facts.secondsSinceFirstSellerAccountCreated !== null;
  return hasAccount && facts.paymentStatus === paymentStatus.missing ? 2 : 3;
}

/**
 * Returns the step after a seller account was added: the thank-you if the tenant is exempt from paying and the card
 * step is open, otherwise the wait for the set-up.
 */
export const stepAfterSellerAdded = (step: SetupStep, status: number): SetupStep =>
  status === paymentStatus.exempt && step === 1 ? 3 : 2;

/** The wizard ends once a seller account is set up and a payment method or trial exists. */
export const isSetupOver = (facts: SetupFacts): boolean =>
  facts.paymentStatus !== paymentStatus.missing && facts.anySellerAccountSetupCompleted;

/** Returns the minutes that are left of the announced wait for the set-up, at least 0. */
export function remainingSetupMinutes(waitMinutes: number, secondsSinceFirstAccount: number): number {
  return Math.max(0, Math.ceil(waitMinutes - secondsSinceFirstAccount / 60));
}
