import type { Account } from '../account.ts';
import { badRequest, notFound, StripeError } from '../api/stripe-error.ts';
import { hashOf } from '../../world/random.ts';
import { completeAddress } from '../objects/customer.ts';
import type { Customer } from '../objects/customer.ts';
import {
  newBankDetails,
  newCardDetails,
  newPaymentMethod,
  type BillingDetails,
  type CardDetails,
  type PaymentMethod,
} from '../objects/payment-method.ts';
import { testBankOf, testRoutingNumber, type TestBank } from './test-banks.ts';
import { brandOf, namedCard, passesLuhn, testCardOf, type TestCard } from './test-cards.ts';
import { declineOf } from './declines.ts';

export const noBillingDetails: BillingDetails = {
  address: completeAddress({}),
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

interface CardEntry {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc?: string | undefined;
}

const refuse = (code: string, message: string, param: string) =>
  new StripeError(402, { type: 'card_error', code, message, param: `card[${param}]` });

/** Checks the data of a card as Stripe does before it asks a bank. */
export function checkCard(account: Account, entry: CardEntry): TestCard {
  const { number, exp_month, exp_year, cvc } = entry;
  if (!passesLuhn(number)) throw refuse('incorrect_number', 'Your card number is incorrect.', 'number');
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (exp_month < 1 || exp_month > 12)
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (Date.UTC(year, exp_month) <= account.now() * 1000)
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const card = testCardOf(number);
  if (card) return card;
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
  throw new StripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message,
  });
}

export function cardDetails({ number }: TestCard, expiry: { exp_month: number; exp_year: number }): CardDetails {
  const brand = brandOf(number);
  const exp_year = expiry.exp_year < 100 ? 2000 + expiry.exp_year : expiry.exp_year;
  const funding = number === '4000056655665556' ? 'debit' : 'credit';
  return newCardDetails({
    brand,
    funding,
    last4: number.slice(-4),
    exp_month: expiry.exp_month,
    exp_year,
    fingerprint: fingerprintOf(number),
  });
}

/**
 * Returns the fingerprint of a card. Equal numbers have equal fingerprints, so that a program can detect a card that is
 * saved twice.
 */
const fingerprintOf = (number: string): string => `Sandbox${hashOf(number).toString(36).padStart(9, '0')}`;

export function addCardMethod(
  account: Account,
  details: { test: TestCard; card: CardDetails; billing: BillingDetails },
): PaymentMethod {
  const { test, card, billing } = details;
  const method = account.paymentMethods.add(newPaymentMethod(account.birth('pm'), { type: 'card', card }, billing));
  account.cards.set(method.id, test);
  return method;
}

interface BankEntry {
  readonly account: TestBank;
  readonly link: string | null;
  readonly accountHolderType?: string | undefined;
  readonly accountType?: string | undefined;
  readonly billing: BillingDetails;
}

export function addBankMethod(account: Account, entry: BankEntry): PaymentMethod {
  const bank = newBankDetails({
    account_holder_type: entry.accountHolderType ?? 'individual',
    account_type: entry.accountType ?? 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: entry.link,
    fingerprint: fingerprintOf(entry.account.account),
    last4: entry.account.account.slice(-4),
    routing_number: testRoutingNumber,
  });
  const details = { type: 'us_bank_account' as const, us_bank_account: bank };
  const method = account.paymentMethods.add(newPaymentMethod(account.birth('pm'), details, entry.billing));
  account.banks.set(method.id, entry.account);
  return method;
}

export function checkBank(routingNumber: string, accountNumber: string): TestBank {
  if (routingNumber !== testRoutingNumber) {
    const message = 'You must use a test routing number when making test transactions. Try 110000000.';
    throw badRequest(message, { code: 'bank_account_bad_routing_numbers', param: 'us_bank_account[routing_number]' });
  }
  const bank = testBankOf(accountNumber);
  if (bank) return bank;
  const message = 'You must use a test bank account number when making test transactions. Try 000123456789.';
  throw badRequest(message, { code: 'account_number_invalid', param: 'us_bank_account[account_number]' });
}

/** Finds a payment method; a name such as `pm_card_visa` makes a new one, as in Stripe's test mode. */
export function methodOf(account: Account, id: string, param = 'payment_method'): PaymentMethod {
  const found = account.paymentMethods.find(id);
  if (found) return found;
  const test = namedCard(id);
  if (test) {
    const exp_year = new Date(account.now() * 1000).getUTCFullYear() + 1;
    return addCardMethod(account, {
      test,
      card: cardDetails(test, { exp_month: 12, exp_year }),
      billing: noBillingDetails,
    });
  }
  const bank = id === 'pm_usBankAccount_success' ? testBankOf('000123456789') : undefined;
  if (bank) return addBankMethod(account, { account: bank, link: null, billing: noBillingDetails });
  throw notFound('PaymentMethod', id, { param, status: 400 });
}

/** Attaches a payment method to a customer. The bank of a card may decline this. */
export function attach(account: Account, method: PaymentMethod, customer: Customer): void {
  if (method.customer === customer.id) return;
  if (method.customer !== null)
    throw badRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  if (method.type === 'us_bank_account' && !account.authenticated.has(method.id)) {
    const message = 'US bank account PaymentMethods must be verified before they can be attached to a customer.';
    throw badRequest(message, { code: 'bank_account_unverified' });
  }
  const answer = account.cards.get(method.id)?.setup ?? 'ok';
  if (answer !== 'ok' && !answer.startsWith('challenge'))
    throw new StripeError(402, { type: 'card_error', ...declineOf(answer) });
  method.customer = customer.id;
  account.emit('payment_method.attached', method);
}

export function detach(account: Account, method: PaymentMethod): void {
  const customer = account.customers.find(method.customer);
  if (method.customer === null) {
    const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
    throw badRequest(message, { code: 'payment_method_unexpected_state' });
  }
  method.customer = null;
  if (customer?.invoice_settings.default_payment_method === method.id)
    customer.invoice_settings.default_payment_method = null;
  account.emit('payment_method.detached', method, { customer: customer?.id ?? null });
}
