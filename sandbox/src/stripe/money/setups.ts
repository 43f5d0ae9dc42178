import type { Account } from '../account.ts';
import { badRequest, missing, StripeError } from '../api/stripe-error.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { newMandate, newSetupAttempt, type LastError, type SetupIntent } from '../objects/setup-intent.ts';
import { declineOf } from './declines.ts';
import { testDeposits } from './test-banks.ts';

const daySeconds = 86_400;
const daysToVerify = 10;
const triesToVerify = 10;

interface Confirmation {
  readonly account: Account;
  readonly intent: SetupIntent;
  readonly method: PaymentMethod;
  /** The address to which the browser returns after a challenge, if the caller redirects the browser itself. */
  readonly returnUrl?: string | undefined;
}

/** Saves the payment method, or asks for a challenge or for micro-deposits first. */
export function confirmSetup({ account, intent, method, returnUrl }: Confirmation): void {
  refuseUnlessOpen(intent, 'confirm');
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`;
    throw badRequest(message, { code: 'setup_intent_invalid_parameter', param: 'payment_method' });
  }
  if (method.customer !== null && method.customer !== intent.customer)
    throw badRequest('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' });
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  intent.next_action = null;
  const attempt = account.setupAttempts.add(newSetupAttempt(account.birth('setatt'), intent));
  intent.latest_attempt = attempt.id;
  if (method.type === 'us_bank_account' && !account.authenticated.has(method.id)) {
    if (method.us_bank_account.financial_connections_account === null) {
      askForDeposits(account, intent);
      return;
    }
    account.authenticated.add(method.id);
  }
  const answer = account.cards.get(method.id)?.setup ?? 'ok';
  if (answer.startsWith('challenge')) askForChallenge(account, intent, returnUrl);
  else if (answer === 'ok') succeedSetup(account, intent);
  else throw decline(account, intent, { method, code: answer });
}

export function refuseUnlessOpen(intent: SetupIntent, verb: string): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  const message = `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`;
  throw badRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: intent });
}

function askForChallenge(account: Account, intent: SetupIntent, returnUrl: string | undefined): void {
  intent.status = 'requires_action';
  const query = returnUrl === undefined ? '' : `?return_url=${encodeURIComponent(returnUrl)}`;
  intent.next_action =
    returnUrl === undefined
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_challenge', source: intent.id } }
      : {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${account.url}/challenge/${intent.id}${query}`, return_url: returnUrl },
        };
  account.emit('setup_intent.requires_action', intent);
}

function askForDeposits(account: Account, intent: SetupIntent): void {
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: {
      arrival_date: account.now() + 2 * daySeconds,
      hosted_verification_url: `${account.url}/microdeposits/${intent.id}`,
      microdeposit_type: 'descriptor_code',
    },
  };
  account.emit('setup_intent.requires_action', intent);
}

function succeedSetup(account: Account, intent: SetupIntent): void {
  const method = account.paymentMethods.find(intent.payment_method);
  if (!method) throw missing('payment_method');
  intent.status = 'succeeded';
  intent.next_action = null;
  if (method.type === 'us_bank_account') {
    const mandate = account.mandates.add(newMandate(account.birth('mandate'), method.id, method.type));
    intent.mandate = mandate.id;
  }
  endAttempt(account, intent, null);
  if (intent.customer !== null && method.customer === null) {
    method.customer = intent.customer;
    account.emit('payment_method.attached', method);
  }
  account.emit('setup_intent.succeeded', intent);
}

function endAttempt(account: Account, intent: SetupIntent, error: LastError | null): void {
  const attempt = account.setupAttempts.find(intent.latest_attempt);
  if (attempt) Object.assign(attempt, { status: error === null ? 'succeeded' : 'failed', setup_error: error });
}

function decline(
  account: Account,
  intent: SetupIntent,
  { method, code }: { method: PaymentMethod; code: string },
): StripeError {
  const fields = { type: 'card_error' as const, ...declineOf(code) };
  failSetup(account, intent, { ...fields, payment_method: method });
  return new StripeError(402, { ...fields, setup_intent: intent, payment_method: method });
}

function failSetup(account: Account, intent: SetupIntent, error: LastError): void {
  intent.status = 'requires_payment_method';
  intent.last_setup_error = structuredClone(error);
  intent.payment_method = null;
  intent.next_action = null;
  endAttempt(account, intent, error);
  account.emit('setup_intent.setup_failed', intent);
}

/** Finishes a setup whose holder passed or failed 3-D Secure. */
export function finishSetupChallenge(account: Account, intent: SetupIntent, isPassed: boolean): void {
  if (isPassed) {
    if (intent.payment_method !== null) account.authenticated.add(intent.payment_method);
    succeedSetup(account, intent);
    return;
  }
  const message = 'The latest attempt to set up the payment method has failed because authentication failed.';
  failSetup(account, intent, { type: 'invalid_request_error', code: 'setup_intent_authentication_failure', message });
}

type Verification = { readonly amounts?: readonly number[] | undefined; readonly descriptor_code?: string | undefined };

export function verifyDeposits(
  account: Account,
  intent: SetupIntent,
  { amounts, descriptor_code }: Verification,
): void {
  if (intent.next_action?.type !== 'verify_with_microdeposits') {
    const message = 'This SetupIntent is not waiting for the verification of micro-deposits.';
    throw badRequest(message, { code: 'setup_intent_unexpected_state' });
  }
  if (account.now() > intent.next_action.verify_with_microdeposits.arrival_date + daysToVerify * daySeconds) {
    const message = 'The micro-deposits were not verified in time.';
    failSetup(account, intent, {
      type: 'invalid_request_error',
      code: 'payment_method_microdeposit_verification_timeout',
      message,
    });
    throw badRequest(message, { code: 'payment_method_microdeposit_verification_timeout' });
  }
  if ((amounts === undefined) === (descriptor_code === undefined))
    throw badRequest('Pass either amounts or descriptor_code.', { code: 'parameter_missing', param: 'amounts' });
  const isRight =
    amounts === undefined
      ? descriptor_code === testDeposits.code
      : amounts.toSorted((a, b) => a - b).join(',') === testDeposits.amounts.join(',');
  if (!isRight) throw refuseDeposits(account, intent, amounts === undefined ? 'descriptor_code' : 'amounts');
  if (intent.payment_method !== null) account.authenticated.add(intent.payment_method);
  succeedSetup(account, intent);
}

function refuseDeposits(account: Account, intent: SetupIntent, kind: 'amounts' | 'descriptor_code'): StripeError {
  const failures = (account.verificationFailures.get(intent.id) ?? 0) + 1;
  account.verificationFailures.set(intent.id, failures);
  if (failures < triesToVerify) {
    const message = `The ${kind === 'amounts' ? 'amounts' : 'descriptor code'} provided do not match those sent to the bank account. You have ${triesToVerify - failures} verification attempts remaining.`;
    return badRequest(message, { code: `payment_method_microdeposit_verification_${kind}_mismatch`, param: kind });
  }
  const message = 'You have exceeded the number of allowed verification attempts.';
  const code = 'payment_method_microdeposit_verification_attempts_exceeded';
  failSetup(account, intent, { type: 'invalid_request_error', code, message });
  return badRequest(message, { code });
}
