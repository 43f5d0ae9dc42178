import type { PaymentMethod } from '@app/shared/contract/billing.ts';

/** "Visa ending 4417". */
export const methodText = ({ name, last4 }: PaymentMethod): string => `${name} ending ${last4}`;
