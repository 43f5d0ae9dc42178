import * as z from 'zod/mini';
import { call, type Call, type CallContext } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import { created, expandable, flag, paging, text } from '../api/parameters.ts';
import { badRequest, notFound } from '../api/stripe-error.ts';
import { finalize, intentOf, markPaid, voidInvoice } from '../money/invoice-state.ts';
import { methodOf } from '../money/methods.ts';
import { attemptPayment } from '../money/payments.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { invoiceOr404 } from './invoices.ts';

function payingMethod({ account }: CallContext, invoice: Invoice, given: string | undefined): PaymentMethod {
  const ofCustomer = account.customers.find(invoice.customer)?.invoice_settings.default_payment_method;
  const id = given ?? invoice.default_payment_method ?? ofCustomer;
  if (!id) {
    const message =
      'There is no `default_payment_method` set on this Customer or Invoice. Please set one before paying the invoice.';
    throw badRequest(message, { code: 'resource_missing', param: 'payment_method' });
  }
  const method = methodOf(account, id);
  if (method.customer !== invoice.customer) {
    const message = `The payment method ${id} does not belong to the customer of this invoice.`;
    throw badRequest(message, { code: 'payment_method_unexpected_state', param: 'payment_method' });
  }
  return method;
}

function refuseUnlessPayable({ account }: CallContext, invoice: Invoice): void {
  if (invoice.status === 'paid') throw badRequest('Invoice is already paid');
  if (invoice.status === 'draft') throw badRequest('This invoice is a draft. Finalize it before paying it.');
  if (invoice.status === 'void') throw badRequest('This invoice was voided and can no longer be paid.');
  if (intentOf(account, invoice)?.status === 'processing')
    throw badRequest('A payment of this invoice is already processing.', { code: 'payment_intent_unexpected_state' });
}

const paying = z.strictObject({
  ...expandable,
  off_session: z.optional(flag),
  paid_out_of_band: z.optional(flag),
  payment_method: z.optional(text),
});

function pay(context: CallContext, given: z.infer<typeof paying>): Invoice {
  const { account } = context;
  const invoice = invoiceOr404(context);
  refuseUnlessPayable(context, invoice);
  if (given.paid_out_of_band) {
    markPaid(account, invoice, 0);
    return invoice;
  }
  const intent = intentOf(account, invoice);
  if (!intent) throw badRequest('This invoice has nothing to pay.');
  const method = payingMethod(context, invoice, given.payment_method);
  attemptPayment({ account, intent, method, isOffSession: given.off_session ?? true });
  return invoice;
}

export const collectingCalls: readonly Call[] = [
  call(
    'POST /v1/invoices/{id}/finalize',
    z.strictObject({ ...expandable, auto_advance: z.optional(flag) }),
    (context, given) => {
      const invoice = invoiceOr404(context);
      if (invoice.status !== 'draft')
        throw badRequest('This invoice is already finalized.', { code: 'invoice_not_editable' });
      invoice.auto_advance = given.auto_advance ?? invoice.auto_advance;
      finalize(context.account, invoice);
      return invoice;
    },
  ),
  call('POST /v1/invoices/{id}/pay', paying, pay),
  call('POST /v1/invoices/{id}/void', z.strictObject(expandable), (context) => {
    const invoice = invoiceOr404(context);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw badRequest('You can only void an invoice that is open or uncollectible.');
    voidInvoice(context.account, invoice);
    return invoice;
  }),
  call('POST /v1/invoices/{id}/mark_uncollectible', z.strictObject(expandable), (context) => {
    const invoice = invoiceOr404(context);
    if (invoice.status !== 'open') throw badRequest('You can only mark an open invoice as uncollectible.');
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = context.account.now();
    context.account.emit('invoice.marked_uncollectible', invoice);
    return invoice;
  }),
  call('GET /v1/invoice_payments/{id}', z.strictObject(expandable), ({ account, id }) => {
    const payment = account.invoicePayments.find(id);
    if (!payment) throw notFound('invoice_payment', id);
    return payment;
  }),
  call(
    'GET /v1/invoice_payments',
    z.strictObject({
      ...paging,
      ...created,
      invoice: z.optional(text),
      payment: z.optional(z.strictObject({ type: z.enum(['payment_intent']), payment_intent: z.optional(text) })),
      status: z.optional(z.enum(['canceled', 'open', 'paid'])),
    }),
    ({ account }, { created: wanted, invoice, payment, status, ...request }) => {
      const intent = payment?.payment_intent;
      const rows = account.invoicePayments.newestFirst(
        (row) =>
          isCreatedIn(row.created, wanted) &&
          (invoice === undefined || row.invoice === invoice) &&
          (intent === undefined || row.payment.payment_intent === intent) &&
          (status === undefined || row.status === status),
      );
      return pageOf(rows, '/v1/invoice_payments', request);
    },
  ),
];
