import type { PaymentMethod } from '@app/shared/contract/billing.ts';

/** "Visa ending 4417". */
export const methodText = ({ name, last4 }: PaymentMethod): string => `${name} ending ${last4}`;

/** Says that a bank account is not verified yet, and which payment method is charged until then. */
export const pendingText = (account: PaymentMethod, charged: PaymentMethod | null): string =>
  charged === null
    ? 'This account is not verified yet.'
    : `${methodText(account)} is not verified yet. Until then ${methodText(charged)} is charged.`;
