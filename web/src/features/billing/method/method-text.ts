import type { PaymentMethod } from '@app/shared/contract/billing.ts';

/** "Visa ending 4417". */
export const methodText = ({ name, last4 }: PaymentMethod): string => `${name} ending ${last4}`;

const statusNotes = { usable: '', pending: ', not verified yet', disputed: ', not charged any more' } as const;

/** "Visa ending 4417, not charged any more". */
export const methodStatusText = (method: PaymentMethod): string => `${methodText(method)}${statusNotes[method.status]}`;

/** Says that a bank account is not verified yet, and which payment method is charged until then, if any. */
export function pendingText(account: PaymentMethod, current: PaymentMethod | null): string {
  if (current === null) return 'This account is not verified yet.';
  const pending = `${methodText(account)} is not verified yet.`;
  return current.status === 'usable' ? `${pending} Until then ${methodText(current)} is charged.` : pending;
}
