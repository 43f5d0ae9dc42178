import type { Stripe } from 'stripe';
import { ExternalError } from '../marketplace/external-error.ts';
import { customerParameters, saveTaxId, taxIdOf, type CustomerDetails } from './customer-details.ts';
import { idOf, type StripeCall } from './stripe-call.ts';

interface NewCustomer {
  readonly tenantId: string;
  readonly email: string;
  readonly name: string;
  /** The deleted customer that the new one replaces; `null` for the first customer of a tenant. */
  readonly replaced: string | null;
}

/** A card or bank account as its owner recognises it. */
export interface StoredMethod {
  readonly methodId: string;
  readonly method: 'card' | 'ach';
  readonly customerId: string | null;
  readonly name: string;
  readonly last4: string;
  readonly expires: string | null;
  readonly accountType: string | null;
  readonly accountHolder: string | null;
  readonly routingNumber: string | null;
  /** The account that was linked by logging in to the bank; `null` for one that was entered by its number. */
  readonly bankLinkId: string | null;
}

/** The balance of a bank account at an instant. */
export interface BankBalance {
  readonly cents: number;
  readonly at: Date;
}

/** The saving of a payment method, which the customer may have to confirm. */
export interface Setup {
  readonly setupIntentId: string;
  readonly createdAt: Date;
  readonly customerId: string | null;
  readonly clientSecret: string;
  readonly status: 'succeeded' | 'requiresAction' | 'processing' | 'open' | 'canceled';
  readonly methodId: string | null;
  /** The provider's page for micro-deposits. */
  readonly verificationUrl: string | null;
  /** The reason of a refusal. */
  readonly failure: string | null;
}

export interface PaymentMethods {
  createCustomer(customer: NewCustomer): Promise<string>;
  /**
   * Deletes a customer with its payment methods. The provider keeps the invoices. A customer that is already gone is no
   * error.
   */
  deleteCustomer(customerId: string): Promise<void>;
  /** False for a customer that was deleted at the provider. */
  hasCustomer(customerId: string): Promise<boolean>;
  /**
   * Replaces the details of a customer. `taxIdRefused`: the tax id is not valid, and only the other details were saved.
   */
  saveDetails(customerId: string, details: CustomerDetails, key: string): Promise<'saved' | 'taxIdRefused'>;
  /** Begins to save a method, which the provider's script completes in the browser. */
  startSetup(customerId: string, method: 'card' | 'ach'): Promise<Setup>;
  /** Saves a card, given as a token that the provider's script has made of it in the browser. */
  setUpToken(customerId: string, token: string): Promise<Setup>;
  readSetup(setupIntentId: string): Promise<Setup>;
  readMethod(methodId: string): Promise<StoredMethod>;
  /** Asks the bank for the balance of a linked account. An event announces the answer. */
  requestBalance(bankLinkId: string): Promise<void>;
  /** Returns the last balance that the bank has stated, or `null` if there is none in US dollars. */
  readBalance(bankLinkId: string): Promise<BankBalance | null>;
  /** Makes this method the one that the provider's pages offer the customer first. */
  makeDefault(customerId: string, methodId: string): Promise<void>;
  /** Removes a method from its customer. A method that is already gone is no error. */
  detach(methodId: string): Promise<void>;
}

const typeOf = { card: 'card', ach: 'us_bank_account' } as const;

/** The permission to read the balance, which is requested when an account is linked by logging in to the bank. */
const bankOptions: Stripe.SetupIntentCreateParams.PaymentMethodOptions = {
  us_bank_account: { financial_connections: { permissions: ['payment_method', 'balances'] } },
};

export function paymentMethods(call: StripeCall): PaymentMethods {
  return {
    async createCustomer({ tenantId, email, name, replaced }) {
      const { id } = await call((stripe) =>
        stripe.customers.create(
          { metadata: { tenant: tenantId } },
          { idempotencyKey: `wp:${tenantId}:customer:${replaced ?? 'first'}` },
        ),
      );
      // A call of its own: for a day the provider refuses a key that is repeated with other parameters, and the name or
      // the address may have changed since the answer to the first call was lost.
      await call((stripe) => stripe.customers.update(id, { email, name }));
      return id;
    },

    async deleteCustomer(customerId) {
      try {
        await call((stripe) => stripe.customers.del(customerId));
      } catch (error) {
        if (!(error instanceof ExternalError) || error.status !== 404) throw error;
      }
    },

    async hasCustomer(customerId) {
      try {
        const customer = await call((stripe) => stripe.customers.retrieve(customerId));
        return customer.deleted !== true;
      } catch (error) {
        if (error instanceof ExternalError && error.status === 404) return false;
        throw error;
      }
    },

    async saveDetails(customerId, details, key) {
      await call((stripe) =>
        stripe.customers.update(customerId, customerParameters(details), { idempotencyKey: `wp:${key}:details` }),
      );
      return saveTaxId(call, customerId, { taxId: taxIdOf(details), key });
    },

    startSetup: async (customerId, method) =>
      setupOf(
        await call((stripe) =>
          stripe.setupIntents.create({
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: [typeOf[method]],
            ...(method === 'ach' && { payment_method_options: bankOptions }),
          }),
        ),
      ),

    async setUpToken(customerId, token) {
      const method = await call((stripe) => stripe.paymentMethods.create({ type: 'card', card: { token } }));
      const intent = await call((stripe) =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          payment_method: method.id,
          confirm: true,
        }),
      );
      return setupOf(intent);
    },

    readSetup: async (setupIntentId) => setupOf(await call((stripe) => stripe.setupIntents.retrieve(setupIntentId))),

    readMethod: async (methodId) => methodOf(await call((stripe) => stripe.paymentMethods.retrieve(methodId))),

    async requestBalance(bankLinkId) {
      await call((stripe) => stripe.financialConnections.accounts.refresh(bankLinkId, { features: ['balance'] }));
    },

    async readBalance(bankLinkId) {
      const { balance } = await call((stripe) => stripe.financialConnections.accounts.retrieve(bankLinkId));
      const cents = balance?.cash?.available?.['usd'] ?? balance?.current['usd'];
      return balance && cents !== undefined ? { cents, at: new Date(balance.as_of * 1000) } : null;
    },

    async makeDefault(customerId, methodId) {
      await call((stripe) =>
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } }),
      );
    },

    async detach(methodId) {
      const { customer } = await call((stripe) => stripe.paymentMethods.retrieve(methodId));
      if (customer) await call((stripe) => stripe.paymentMethods.detach(methodId));
    },
  };
}

const statusOf = {
  succeeded: 'succeeded',
  processing: 'processing',
  canceled: 'canceled',
  requires_action: 'requiresAction',
  requires_confirmation: 'open',
  requires_payment_method: 'open',
} as const;

const setupOf = (intent: Stripe.SetupIntent): Setup => ({
  setupIntentId: intent.id,
  createdAt: new Date(intent.created * 1000),
  customerId: idOf(intent.customer),
  clientSecret: intent.client_secret ?? '',
  status: Object.hasOwn(statusOf, intent.status) ? statusOf[intent.status as keyof typeof statusOf] : 'open',
  methodId: idOf(intent.payment_method),
  verificationUrl: intent.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null,
  failure: intent.last_setup_error?.message ?? null,
});

function methodOf(method: Stripe.PaymentMethod): StoredMethod {
  const { card, us_bank_account: bank } = method;
  return {
    methodId: method.id,
    method: bank ? 'ach' : 'card',
    customerId: idOf(method.customer),
    name: bank ? (bank.bank_name ?? 'Bank account') : nameOfBrand(card?.brand ?? 'card'),
    last4: (bank ? bank.last4 : card?.last4) ?? '',
    expires: card ? `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}` : null,
    accountType: bank?.account_type ?? null,
    accountHolder: bank ? (method.billing_details.name ?? null) : null,
    routingNumber: bank?.routing_number ?? null,
    bankLinkId: bank?.financial_connections_account ?? null,
  };
}

const nameOfBrand = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
