import type { Account } from '../account.ts';
import type { Charge } from '../objects/charge.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { failIntent, succeed } from './payments.ts';

const messages: Readonly<Record<string, string>> = {
  account_closed: "The customer's bank account has been closed.",
  no_account: "The customer's bank account could not be located.",
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
};

export const returnReasons = Object.keys(messages);

/** Decides the bank debits whose business days have passed on the sandbox's clock. */
export function decideDueDebits(account: Account): void {
  for (const [id, dueAt] of account.bankDebits) {
    const charge = account.charges.find(id);
    if (!charge || dueAt > account.now()) continue;
    const bank = account.banks.get(charge.payment_method);
    if (bank?.failure) returnDebit(account, charge, bank.failure);
    else settleDebit(account, charge);
    if (bank?.isDisputed) closeDispute(account, openDispute(account, charge, 'debit_not_authorized'), 'lost');
  }
}

export function settleDebit(account: Account, charge: Charge): void {
  account.bankDebits.delete(charge.id);
  const intent = account.paymentIntents.find(charge.payment_intent);
  if (intent) succeed(account, intent, charge);
}

/** Lets the bank return a debit: a pending debit fails, and one that has succeeded becomes a lost dispute. */
export function returnDebit(account: Account, charge: Charge, reason: string): void {
  if (!account.bankDebits.delete(charge.id)) {
    closeDispute(account, openDispute(account, charge, reason), 'lost');
    return;
  }
  const message = messages[reason] ?? 'The bank returned the debit.';
  Object.assign(charge, { status: 'failed', failure_code: reason, failure_message: message });
  account.emit('charge.failed', charge);
  const intent = account.paymentIntents.find(charge.payment_intent);
  if (!intent) return;
  const payment_method = account.paymentMethods.find(charge.payment_method);
  failIntent(account, intent, { type: 'card_error', code: reason, message, charge: charge.id, payment_method });
}
