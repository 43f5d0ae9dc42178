import type { Charge } from './charge.ts';
import { none, type Birth, type Metadata } from './rows.ts';

/** The fields that only a failed refund has. */
interface Failure {
  failure_balance_transaction?: string;
  failure_reason?: string;
}

export const newRefund = ({ id, created }: Birth, charge: Charge, amount: number) => ({
  id,
  object: 'refund' as const,
  amount,
  balance_transaction: none<string>(),
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: none<string>(),
  metadata: {} as Metadata,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: none<string>(),
  receipt_number: none<string>(),
  source_transfer_reversal: none<string>(),
  status: 'succeeded',
  transfer_reversal: none<string>(),
});

export type Refund = ReturnType<typeof newRefund> & Failure;
