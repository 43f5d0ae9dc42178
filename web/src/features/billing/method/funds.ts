import type { PaymentMethod } from '@app/shared/contract/billing.ts';

/** The text of section 8. */
export const tooFewFundsText =
  "Not enough ACH funds: You don't have enough funds for the next charge of your current subscription fee; add funds before billing date.";

/**
 * Whether the balance of the bank account, as far as the bank has told it, is below the projected next bill. A disputed
 * account is not charged any more, so that funds would not help.
 */
export const hasTooFewFunds = (method: PaymentMethod | null, nextBill: number | null): boolean =>
  method?.method === 'ach' &&
  method.status !== 'disputed' &&
  method.balance !== null &&
  nextBill !== null &&
  method.balance < nextBill;
