import type { Account } from '../account.ts';
import type { Charge } from '../objects/charge.ts';
import { newDispute, type Dispute } from '../objects/dispute.ts';

export function openDispute(account: Account, charge: Charge, reason: string): Dispute {
  const dispute = account.disputes.add(newDispute(account.birth('du'), charge, reason));
  charge.disputed = true;
  account.emit('charge.dispute.created', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(account: Account, dispute: Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome;
  if (outcome === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
}
