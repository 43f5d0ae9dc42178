import type { ExternalError } from '../marketplace/external-error.ts';
import { codeOf } from './stripe-call.ts';

/**
 * The codes by which an answer with status 400 says that the payment or its method is the problem
 * (docs.stripe.com/error-codes). Declined cards have status 402. Any other code means that the request was wrong, or a
 * setting of the provider's account.
 */
const paymentCodes = new Set([
  'account_closed',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_account_unverified',
  'billing_invalid_mandate',
  'card_declined',
  'debit_not_authorized',
  'expired_card',
  'expired_payment_method',
  'india_recurring_payment_mandate_canceled',
  'insufficient_funds',
  'no_account',
  'payment_intent_authentication_failure',
  'payment_intent_mandate_invalid',
  'payment_intent_payment_attempt_failed',
  'payment_method_bank_account_blocked',
  'payment_method_customer_decline',
  'payment_method_provider_decline',
  'payment_method_unexpected_state',
  'refer_to_customer',
]);

/**
 * Whether the provider refused this request for its content. A refusal of our key, for example, concerns all accounts.
 */
export const isRequestRefused = ({ status }: ExternalError): boolean => status === 400 || status === 404;

/** Whether the provider cannot compute the tax of an invoice, because it does not know where the customer is. */
export const isAboutTaxLocation = (error: ExternalError): boolean => codeOf(error) === 'customer_tax_location_invalid';

/** Whether the provider refused a payment because of its method, so that another request would be refused too. */
export const isAboutPayment = (error: ExternalError): boolean =>
  error.status === 400 && paymentCodes.has(codeOf(error) ?? '');
