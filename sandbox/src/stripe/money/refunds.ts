import type { Account } from '../account.ts';
import { badRequest } from '../api/stripe-error.ts';
import type { Charge } from '../objects/charge.ts';
import { newRefund, type Refund } from '../objects/refund.ts';
import { changedMetadata, type Metadata } from '../objects/rows.ts';

interface RefundTerms {
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly metadata?: Metadata | null | undefined;
}

export function refund(account: Account, charge: Charge, { amount, reason, metadata }: RefundTerms): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    const message = `Charge ${charge.id} cannot be refunded because it has not succeeded.`;
    throw badRequest(message, { code: 'charge_not_refundable' });
  }
  if (charge.disputed)
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const wanted = amount ?? left;
  if (wanted <= 0) throw badRequest('This value must be greater than or equal to 1.', { param: 'amount' });
  if (wanted > left) {
    const message = `Refund amount (${dollars(wanted)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw badRequest(message, { param: 'amount' });
  }
  const row: Refund = newRefund(account.birth('re'), charge, wanted);
  account.refunds.add(row);
  row.reason = reason ?? null;
  row.metadata = changedMetadata({}, metadata);
  charge.amount_refunded += wanted;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  account.emit('refund.created', row);
  account.emit('charge.refunded', charge);
  return row;
}

/** Lets a refund fail that had succeeded: the bank has returned it, so that it can be made again. */
export function failRefund(account: Account, row: Refund, reason: string): void {
  const charge = account.charges.find(row.charge);
  if (!charge) throw new Error('A refund has a charge');
  Object.assign(row, {
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: account.newId('txn'),
  });
  charge.amount_refunded -= row.amount;
  charge.refunded = false;
  account.emit('refund.updated', row);
  account.emit('charge.refund.updated', row);
  account.emit('refund.failed', row);
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
