import type { Stripe } from 'stripe';
import { epochSeconds } from '@app/shared/base/time.ts';
import { refundsOf, retrieveCharge, type ChargeRefunds } from './charge-refunds.ts';
import { idOf, listSince, type StripeCall } from './stripe-call.ts';

interface InvoiceOrder {
  readonly customerId: string;
  /** Our id of the invoice, by which `find` finds it at the provider. */
  readonly invoiceId: string;
  readonly tenantId: string;
  readonly number: string;
  /** Part of the idempotency key. The provider repeats its answer to a key for a day, also an error. */
  readonly key: string;
}

interface OrderLine {
  readonly cents: number;
  readonly description: string;
}

/** The lines of an invoice. All lines belong to one period, which the page and the PDF of the invoice state. */
interface OrderLines {
  readonly lines: readonly OrderLine[];
  readonly period: { readonly from: Date; readonly to: Date };
}

export interface ProviderInvoice {
  readonly providerInvoiceId: string;
  readonly customerId: string | null;
  /** Our id and tenant; `null` for an invoice that is not ours. */
  readonly invoiceId: string | null;
  readonly tenantId: string | null;
  readonly number: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The amount without tax. */
  readonly totalCents: number;
  /** The tax on it, which is known once the invoice is final; 0 unless the provider computes taxes. */
  readonly taxCents: number;
  readonly url: string | null;
  readonly pdfUrl: string | null;
}

/** The last payment of an invoice that is not paid. */
export interface OpenPayment {
  readonly status: 'none' | 'processing' | 'needsConfirmation' | 'failed';
  readonly failure: string | null;
}

export interface ProviderInvoices {
  /** Finds the invoice of an order whose answer was lost. */
  find(order: Pick<InvoiceOrder, 'customerId' | 'invoiceId'>): Promise<ProviderInvoice | null>;
  createDraft(order: InvoiceOrder): Promise<ProviderInvoice>;
  addLines(draft: ProviderInvoice, order: OrderLines, key: string): Promise<ProviderInvoice>;
  deleteDraft(draft: ProviderInvoice): Promise<void>;
  finalize(draft: ProviderInvoice, key: string): Promise<ProviderInvoice>;
  /** Charges this method of the customer. Throws `PaymentRefused`. The key keeps repetitions from charging again. */
  pay(invoice: ProviderInvoice, payment: { readonly methodId: string; readonly key: string }): Promise<ProviderInvoice>;
  read(providerInvoiceId: string): Promise<ProviderInvoice>;
  /** Marks an unpaid invoice as uncollectible, so that nobody is asked for it any more; a draft is deleted. */
  giveUp(providerInvoiceId: string): Promise<void>;
  /**
   * Ends an open invoice that another one replaces. It loses our id first, so that its end is not taken for that of the
   * invoice that replaces it.
   */
  retire(providerInvoiceId: string): Promise<void>;
  /** Lists the invoices that were created since an instant. */
  listSince(since: Date): Promise<readonly ProviderInvoice[]>;
  readOpenPayment(providerInvoiceId: string): Promise<OpenPayment>;
  /** The invoice that a payment intent pays; `null` for a payment without one. */
  findByPayment(paymentIntentId: string): Promise<string | null>;
  readDispute(disputeId: string): Promise<{ readonly chargeId: string | null; readonly isLost: boolean }>;
  /** The charge that has paid the invoice; `null` if none has. */
  findPaidCharge(providerInvoiceId: string): Promise<PaidCharge | null>;
  /** Gives back a part of a charge. The key keeps repetitions from giving it back again. */
  refund(charge: PaidCharge, refund: { readonly cents: number; readonly key: string }): Promise<void>;
  /** Returns the invoice that a charge has paid, and how much of the charge was refunded. */
  readCharge(chargeId: string): Promise<ChargeFacts>;
  /** Lists the charges of the refunds that were made since an instant, also of those that have failed. */
  listRefundedCharges(since: Date): Promise<readonly string[]>;
  /** The charge of a refund; `null` for a refund without one. */
  findRefundedCharge(refundId: string): Promise<string | null>;
}

export interface PaidCharge extends ChargeRefunds {
  readonly chargeId: string;
  /** The paid amount with tax. */
  readonly paidCents: number;
}

export interface ChargeFacts extends ChargeRefunds {
  readonly providerInvoiceId: string | null;
  /** Whether the charge has paid the invoice. At most one charge of an invoice does; the others were refused. */
  readonly hasSucceeded: boolean;
  readonly isDisputed: boolean;
  /** The method that was charged. */
  readonly methodId: string | null;
}

/** The number of lines that one request adds to an invoice (docs.stripe.com: at most 250 items on an invoice). */
const linesAtOnce = 200;

export function providerInvoices(call: StripeCall, { isTaxed }: { readonly isTaxed: boolean }): ProviderInvoices {
  return {
    async find({ customerId, invoiceId }) {
      const { data } = await call((stripe) => stripe.invoices.list({ customer: customerId, limit: 100 }));
      const found = data.find(({ metadata }) => metadata?.['invoice'] === invoiceId);
      return found ? invoiceOf(found) : null;
    },

    createDraft: async ({ customerId, invoiceId, tenantId, number, key }) =>
      invoiceOf(
        await call((stripe) =>
          stripe.invoices.create(
            {
              customer: customerId,
              auto_advance: false,
              collection_method: 'charge_automatically',
              pending_invoice_items_behavior: 'exclude',
              currency: 'usd',
              number,
              metadata: { invoice: invoiceId, tenant: tenantId },
              ...(isTaxed && { automatic_tax: { enabled: true } }),
            },
            { idempotencyKey: `wp:${invoiceId}:create:${key}` },
          ),
        ),
      ),

    async addLines(draft, { lines, period: { from, to } }, key) {
      const period = { start: epochSeconds(from), end: epochSeconds(to) };
      let last = draft;
      for (let start = 0; start < lines.length; start += linesAtOnce) {
        const part = lines.slice(start, start + linesAtOnce);
        const added = await call((stripe) =>
          stripe.invoices.addLines(
            draft.providerInvoiceId,
            { lines: part.map(({ cents, description }) => ({ amount: cents, description, period })) },
            { idempotencyKey: `wp:${draft.providerInvoiceId}:lines:${start}:${key}` },
          ),
        );
        last = invoiceOf(added);
      }
      return last;
    },

    async deleteDraft({ providerInvoiceId }) {
      await call((stripe) => stripe.invoices.del(providerInvoiceId));
    },

    finalize: async ({ providerInvoiceId }, key) =>
      invoiceOf(
        await call((stripe) =>
          stripe.invoices.finalizeInvoice(
            providerInvoiceId,
            { auto_advance: false },
            { idempotencyKey: `wp:${providerInvoiceId}:finalize:${key}` },
          ),
        ),
      ),

    pay: async ({ providerInvoiceId }, { methodId, key }) =>
      invoiceOf(
        await call((stripe) =>
          stripe.invoices.pay(
            providerInvoiceId,
            { payment_method: methodId, off_session: true },
            { idempotencyKey: `wp:${providerInvoiceId}:pay:${key}:${methodId}` },
          ),
        ),
      ),

    read: async (providerInvoiceId) => invoiceOf(await call((stripe) => stripe.invoices.retrieve(providerInvoiceId))),

    async giveUp(providerInvoiceId) {
      const { status } = await call((stripe) => stripe.invoices.retrieve(providerInvoiceId));
      if (status === 'draft') await call((stripe) => stripe.invoices.del(providerInvoiceId));
      if (status === 'open') await call((stripe) => stripe.invoices.markUncollectible(providerInvoiceId));
    },

    async retire(providerInvoiceId) {
      await call((stripe) => stripe.invoices.update(providerInvoiceId, { metadata: { invoice: '', tenant: '' } }));
      await call((stripe) => stripe.invoices.voidInvoice(providerInvoiceId));
    },

    listSince: async (since) =>
      (await listSince(call, since, (stripe, request) => stripe.invoices.list(request))).map(invoiceOf),

    async readOpenPayment(providerInvoiceId) {
      const { data } = await call((stripe) => stripe.invoicePayments.list({ invoice: providerInvoiceId, limit: 1 }));
      const intentId = idOf(data[0]?.payment.payment_intent);
      if (intentId === null) return { status: 'none', failure: null };
      const intent = await call((stripe) => stripe.paymentIntents.retrieve(intentId));
      const failure = intent.last_payment_error?.message ?? null;
      if (intent.status === 'processing') return { status: 'processing', failure: null };
      if (intent.status === 'requires_action') return { status: 'needsConfirmation', failure };
      return { status: failure === null ? 'none' : 'failed', failure };
    },

    async readCharge(chargeId) {
      const charge = await retrieveCharge(call, chargeId);
      const intentId = idOf(charge.payment_intent);
      const facts = {
        ...refundsOf(charge),
        providerInvoiceId: null,
        hasSucceeded: charge.status === 'succeeded',
        isDisputed: charge.disputed,
        methodId: charge.payment_method,
      };
      return intentId === null ? facts : { ...facts, providerInvoiceId: await findByPayment(call, intentId) };
    },

    async findPaidCharge(providerInvoiceId) {
      const list = { invoice: providerInvoiceId, status: 'paid', limit: 1 } as const;
      const { data } = await call((stripe) => stripe.invoicePayments.list(list));
      const intentId = idOf(data[0]?.payment.payment_intent);
      if (intentId === null) return null;
      const chargeId = idOf((await call((stripe) => stripe.paymentIntents.retrieve(intentId))).latest_charge);
      if (chargeId === null) return null;
      const charge = await retrieveCharge(call, chargeId);
      return { ...refundsOf(charge), chargeId, paidCents: charge.amount_captured };
    },

    async listRefundedCharges(since) {
      const refunds = await listSince(call, since, (stripe, request) => stripe.refunds.list(request));
      const chargeIds = refunds.map(({ charge }) => idOf(charge)).filter((chargeId) => chargeId !== null);
      return [...new Set(chargeIds)];
    },

    findRefundedCharge: async (refundId) => idOf((await call((stripe) => stripe.refunds.retrieve(refundId))).charge),

    async refund({ chargeId, lastRefundId }, { cents, key }) {
      // A refund that is repeated because it has failed is another one, although as much is refunded as before it.
      const idempotencyKey = `wp:${chargeId}:refund:${lastRefundId ?? 'first'}:${cents}:${key}`;
      await call((stripe) => stripe.refunds.create({ charge: chargeId, amount: cents }, { idempotencyKey }));
    },

    findByPayment: (paymentIntentId) => findByPayment(call, paymentIntentId),

    async readDispute(disputeId) {
      const { charge, status } = await call((stripe) => stripe.disputes.retrieve(disputeId));
      return { chargeId: idOf(charge), isLost: status === 'lost' };
    },
  };
}

async function findByPayment(call: StripeCall, paymentIntentId: string): Promise<string | null> {
  const { data } = await call((stripe) =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntentId },
      limit: 1,
    }),
  );
  return idOf(data[0]?.invoice);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An invoice that somebody has made by hand at the provider may have any text in its metadata. */
const uuidOf = (text: string | undefined): string | null => (text !== undefined && uuid.test(text) ? text : null);

const invoiceOf = (invoice: Stripe.Invoice): ProviderInvoice => ({
  providerInvoiceId: invoice.id,
  customerId: idOf(invoice.customer),
  invoiceId: uuidOf(invoice.metadata?.['invoice']),
  tenantId: uuidOf(invoice.metadata?.['tenant']),
  number: invoice.number ?? null,
  status: (invoice.status ?? 'draft') as ProviderInvoice['status'],
  totalCents: invoice.total_excluding_tax ?? invoice.total,
  taxCents: invoice.total - (invoice.total_excluding_tax ?? invoice.total),
  url: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
});
