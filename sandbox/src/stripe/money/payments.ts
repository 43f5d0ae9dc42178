import type { Account } from '../account.ts';
import { StripeError } from '../api/stripe-error.ts';
import { authorized, newCharge, type Charge } from '../objects/charge.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { LastError } from '../objects/setup-intent.ts';
import { declineOf } from './declines.ts';
import { openDispute } from './disputes.ts';
import { invoiceOf, markPaid } from './invoice-state.ts';
import { afterBusinessDays } from './test-banks.ts';

interface Attempt {
  readonly account: Account;
  readonly intent: PaymentIntent;
  readonly method: PaymentMethod;
  /** True if the customer is not present and so cannot pass a 3-D Secure challenge. */
  readonly isOffSession: boolean;
}

const businessDaysOfDebit = 4;

/** Charges the payment method once. A decline and a challenge throw the error with which `pay` answers. */
export function attemptPayment(attempt: Attempt): void {
  const { account, intent, method } = attempt;
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const invoice = invoiceOf(account, intent);
  if (invoice) {
    invoice.attempt_count += 1;
    invoice.attempted = true;
  }
  const answer = answerOf(attempt);
  if (answer === 'challenge') throw askForChallenge(attempt, invoice);
  if (answer !== 'ok') throw decline(attempt, answer);
  if (method.type === 'us_bank_account') beginDebit(attempt);
  else succeed(account, intent, addCharge(account, intent, method));
}

/** Finishes a payment whose holder passed or failed 3-D Secure. */
export function finishChallenge(account: Account, intent: PaymentIntent, isPassed: boolean): void {
  const method = account.paymentMethods.find(intent.payment_method);
  if (!method) throw new Error('A challenged payment has a payment method');
  intent.next_action = null;
  if (!isPassed) {
    const message =
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
    failIntent(account, intent, { type: 'card_error', code: 'payment_intent_authentication_failure', message });
    return;
  }
  const charged = account.cards.get(method.id)?.charge ?? 'ok';
  if (charged === 'ok' || charged.startsWith('challenge')) succeed(account, intent, addCharge(account, intent, method));
  else decline({ account, intent, method, isOffSession: false }, charged);
}

function answerOf({ account, intent, method }: Attempt): string {
  const planned = account.takePlannedTurn(intent.customer);
  if (planned) return planned.kind === 'challenge' ? 'challenge' : planned.code;
  const answer = account.cards.get(method.id)?.charge ?? 'ok';
  if (answer !== 'challengeOnce') return answer;
  return account.authenticated.has(method.id) ? 'ok' : 'challenge';
}

function addCharge(account: Account, intent: PaymentIntent, method: PaymentMethod): Charge {
  const charge = account.charges.add(newCharge(account.birth('ch'), intent, method));
  intent.latest_charge = charge.id;
  return charge;
}

export function succeed(account: Account, intent: PaymentIntent, charge: Charge): void {
  Object.assign(charge, { status: 'succeeded', paid: true, captured: true, outcome: authorized });
  charge.amount_captured = charge.amount;
  charge.balance_transaction = account.newId('txn');
  charge.receipt_url = `${account.url}/receipts/${charge.id}`;
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  account.emit('charge.succeeded', charge);
  account.emit('payment_intent.succeeded', intent);
  const invoice = invoiceOf(account, intent);
  if (invoice) markPaid(account, invoice, intent.amount);
  const dispute = account.cards.get(charge.payment_method)?.dispute;
  if (dispute !== undefined) openDispute(account, charge, dispute);
}

function askForChallenge(
  { account, intent, method, isOffSession }: Attempt,
  invoice: Invoice | undefined,
): StripeError {
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_challenge', source: intent.id },
  };
  account.emit('payment_intent.requires_action', intent);
  if (invoice && isOffSession) account.emit('invoice.payment_failed', invoice);
  if (invoice) account.emit('invoice.payment_action_required', invoice);
  return new StripeError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    ...(isOffSession ? { decline_code: 'authentication_required' } : {}),
    message:
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    payment_intent: intent,
    payment_method: method,
  });
}

function decline({ account, intent, method }: Attempt, declineCode: string): StripeError {
  const { code, decline_code, message, advice_code, network_decline_code } = declineOf(declineCode);
  const charge = addCharge(account, intent, method);
  Object.assign(charge, { status: 'failed', failure_code: code, failure_message: message });
  charge.outcome = {
    ...authorized,
    advice_code: advice_code,
    network_decline_code,
    network_status: 'declined_by_network',
    reason: decline_code,
    seller_message: 'The bank declined the payment.',
    type: 'issuer_declined',
  };
  account.emit('charge.failed', charge);
  const error = { code, decline_code, advice_code, network_decline_code, message, charge: charge.id } as const;
  failIntent(account, intent, { type: 'card_error', ...error, payment_method: method });
  return new StripeError(402, { type: 'card_error', ...error, payment_intent: intent, payment_method: method });
}

/** Sets the intent back to wait for another payment method, as after every failure. */
export function failIntent(account: Account, intent: PaymentIntent, error: LastError): void {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = structuredClone(error);
  intent.payment_method = null;
  intent.next_action = null;
  account.emit('payment_intent.payment_failed', intent);
  const invoice = invoiceOf(account, intent);
  if (invoice) account.emit('invoice.payment_failed', invoice);
}

function beginDebit({ account, intent, method }: Attempt): void {
  const charge = addCharge(account, intent, method);
  intent.status = 'processing';
  account.bankDebits.set(charge.id, afterBusinessDays(charge.created, businessDaysOfDebit));
  account.emit('charge.pending', charge);
  account.emit('payment_intent.processing', intent);
}
