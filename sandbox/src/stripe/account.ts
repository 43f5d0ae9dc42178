import type { BankLink } from './objects/bank-link.ts';
import type { Charge } from './objects/charge.ts';
import type { Customer } from './objects/customer.ts';
import type { Dispute } from './objects/dispute.ts';
import { newEvent, type StripeEvent, type WebhookEndpoint } from './objects/event.ts';
import type { Invoice, InvoicePayment } from './objects/invoice.ts';
import type { PaymentIntent } from './objects/payment-intent.ts';
import type { PaymentMethod } from './objects/payment-method.ts';
import type { Refund } from './objects/refund.ts';
import { Rows, type Birth, type Row } from './objects/rows.ts';
import type { Mandate, SetupAttempt, SetupIntent } from './objects/setup-intent.ts';
import type { TaxId } from './objects/tax-id.ts';
import type { Token } from './objects/token.ts';
import type { TestBank } from './money/test-banks.ts';
import type { TestCard } from './money/test-cards.ts';

/** A decline or a challenge that the control API has planned for one of the next payments. */
interface PlannedTurn {
  readonly kind: 'decline' | 'challenge';
  /** The code of the decline, such as `insufficient_funds`. */
  readonly code: string;
  /** The customer whose next payment is affected; if missing, the next payment of any customer. */
  readonly customer?: string | undefined;
}

interface AccountDeps {
  readonly clock: { now(): Date };
  readonly newId: () => string;
  /** The address of the stand-in's listener. */
  readonly url: () => string;
}

/** One Stripe account in test mode: all its objects and events. */
export class Account {
  readonly customers = new Rows<Customer>();
  readonly paymentMethods = new Rows<PaymentMethod>();
  readonly taxIds = new Rows<TaxId>();
  readonly tokens = new Rows<Token>();
  readonly setupIntents = new Rows<SetupIntent>();
  readonly setupAttempts = new Rows<SetupAttempt>();
  readonly mandates = new Rows<Mandate>();
  readonly invoices = new Rows<Invoice>();
  readonly invoicePayments = new Rows<InvoicePayment>();
  readonly paymentIntents = new Rows<PaymentIntent>();
  readonly charges = new Rows<Charge>();
  readonly refunds = new Rows<Refund>();
  readonly disputes = new Rows<Dispute>();
  readonly bankLinks = new Rows<BankLink>();
  readonly events = new Rows<StripeEvent>();
  readonly webhookEndpoints = new Rows<WebhookEndpoint>();

  /** The test card behind each token or payment method, by its id. */
  readonly cards = new Map<string, TestCard>();
  /** The test bank account behind each payment method, by the id of the payment method. */
  readonly banks = new Map<string, TestBank>();
  /** The ids of payment methods whose holder passed 3-D Secure or verified the account when the method was saved. */
  readonly authenticated = new Set<string>();
  /** The number of failed attempts to verify the micro-deposits of each setup intent. */
  readonly verificationFailures = new Map<string, number>();
  /** The number of the test account behind each linked bank account. */
  readonly linkedAccounts = new Map<string, string>();
  readonly deletedCustomers = new Set<string>();
  /** When each pending bank debit is decided, in seconds since 1970. */
  readonly bankDebits = new Map<string, number>();
  /** The balance of each linked bank account in cents. */
  readonly bankBalances = new Map<string, number>();
  plannedTurns: readonly PlannedTurn[] = [];
  /** The API call that is being executed. Events that occur during the call contain its ids. */
  request: { readonly id: string | null; readonly idempotency_key: string | null } = {
    id: null,
    idempotency_key: null,
  };

  readonly #deps: AccountDeps;
  readonly #listeners: ((event: StripeEvent) => void)[] = [];

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  get url(): string {
    return this.#deps.url();
  }

  now(): number {
    return Math.floor(this.#deps.clock.now().getTime() / 1000);
  }

  newId(prefix: string): string {
    return `${prefix}_${this.#deps.newId().replaceAll('-', '').slice(0, 24)}`;
  }

  birth(prefix: string): Birth {
    return { id: this.newId(prefix), created: this.now() };
  }

  /** Records an event with a copy of the object, and hands it to the webhooks. */
  emit(type: string, object: Row, previous?: object): void {
    const copy = structuredClone(object);
    const event = newEvent(this.birth('evt'), { type, object: copy, previous, request: this.request });
    this.events.add(event);
    for (const listener of this.#listeners) listener(event);
  }

  onEvent(listener: (event: StripeEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Finds an object of any kind, for `expand`. */
  find(id: string): Row | undefined {
    for (const rows of this.#allRows()) {
      const found = rows.find(id);
      if (found) return found;
    }
    return undefined;
  }

  /** Removes and returns the decline or challenge that is planned for the next payment of this customer, if any. */
  takePlannedTurn(customer: string): PlannedTurn | undefined {
    const turn = this.plannedTurns.find((planned) => planned.customer === undefined || planned.customer === customer);
    this.plannedTurns = this.plannedTurns.filter((planned) => planned !== turn);
    return turn;
  }

  #allRows(): readonly { find(id: string): Row | undefined }[] {
    const { customers, paymentMethods, setupIntents, setupAttempts, mandates, invoices, invoicePayments } = this;
    const { paymentIntents, charges, refunds, disputes, bankLinks } = this;
    return [
      customers,
      paymentMethods,
      setupIntents,
      setupAttempts,
      mandates,
      invoices,
      invoicePayments,
      paymentIntents,
      charges,
      refunds,
      disputes,
      bankLinks,
    ];
  }
}
