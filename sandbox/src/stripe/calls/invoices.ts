import * as z from 'zod/mini';
import { assignGiven, call, type Call, type CallContext } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import {
  clearable,
  clearableText,
  created,
  expandable,
  flag,
  integer,
  metadata,
  paging,
  text,
} from '../api/parameters.ts';
import { badRequest, missing, notFound } from '../api/stripe-error.ts';
import { totalUp } from '../money/invoice-state.ts';
import { newInvoice, type Invoice } from '../objects/invoice.ts';
import { newLineItem } from '../objects/line-item.ts';
import { changedMetadata } from '../objects/rows.ts';
import { customerOf } from './customers.ts';

const details = {
  ...expandable,
  auto_advance: z.optional(flag),
  automatic_tax: z.optional(z.strictObject({ enabled: flag })),
  collection_method: z.optional(z.enum(['charge_automatically', 'send_invoice'])),
  custom_fields: z.optional(clearable(z.array(z.strictObject({ name: text, value: text })).check(z.maxLength(4)))),
  days_until_due: z.optional(integer),
  default_payment_method: z.optional(clearableText),
  description: z.optional(clearableText),
  due_date: z.optional(integer),
  effective_at: z.optional(integer),
  footer: z.optional(clearableText),
  metadata: z.optional(metadata),
  number: z.optional(clearableText.check(z.refine((value) => value === null || value.length <= 26))),
  payment_settings: z.optional(
    z.strictObject({ payment_method_types: z.optional(z.array(z.enum(['card', 'us_bank_account']))) }),
  ),
  statement_descriptor: z.optional(clearableText),
};
const creation = z.strictObject({
  ...details,
  currency: z.optional(text.check(z.toLowerCase())),
  customer: z.optional(text),
  pending_invoice_items_behavior: z.optional(z.enum(['exclude', 'include'])),
});
const change = z.strictObject(details);

/** Accepts only lines with an amount, as the product sends them. Stripe accepts other kinds of lines too. */
const line = z.strictObject({
  amount: z.optional(integer),
  description: z.optional(text),
  discountable: z.optional(flag),
  metadata: z.optional(metadata),
  period: z.optional(z.strictObject({ start: integer, end: integer })),
  quantity: z.optional(integer),
});

/** The parameters that can still be set on a finalized invoice. */
const editable = new Set(['expand', 'metadata', 'auto_advance', 'default_payment_method', 'payment_settings']);

export function invoiceOr404({ account, id }: CallContext): Invoice {
  const invoice = account.invoices.find(id);
  if (!invoice) throw notFound('invoice', id, { param: 'invoice' });
  return invoice;
}

function update({ account }: CallContext, invoice: Invoice, given: z.infer<typeof change>): void {
  const { expand: _, metadata: changes, automatic_tax, payment_settings, days_until_due, ...plain } = given;
  const method = plain.default_payment_method;
  if (method && account.paymentMethods.find(method)?.customer !== invoice.customer)
    throw notFound('PaymentMethod', method, { param: 'default_payment_method', status: 400 });
  if (plain.number && account.invoices.newestFirst((row) => row.number === plain.number && row !== invoice).length > 0)
    throw badRequest(`An invoice with the number ${plain.number} already exists.`, { param: 'number' });
  if (days_until_due !== undefined) plain.due_date = account.now() + days_until_due * 86_400;
  if (plain.due_date !== undefined && (plain.collection_method ?? invoice.collection_method) !== 'send_invoice') {
    const message = "You can only specify a due date when the collection method is 'send_invoice'.";
    throw badRequest(message, { param: days_until_due === undefined ? 'due_date' : 'days_until_due' });
  }
  assignGiven(invoice, plain);
  invoice.metadata = changedMetadata(invoice.metadata, changes);
  if (payment_settings?.payment_method_types)
    invoice.payment_settings.payment_method_types = payment_settings.payment_method_types;
  if (automatic_tax?.enabled)
    Object.assign(invoice.automatic_tax, { enabled: true, liability: { type: 'self' }, provider: 'stripe' });
}

function create(context: CallContext, given: z.infer<typeof creation>): Invoice {
  const { account } = context;
  const { customer: id, currency, pending_invoice_items_behavior: _, ...rest } = given;
  if (id === undefined) throw missing('customer');
  const customer = customerOf(account, id, { param: 'customer', status: 400 });
  const invoice = newInvoice(account.birth('in'), customer);
  invoice.currency = currency ?? customer.currency ?? 'usd';
  invoice.customer_address = customer.address;
  invoice.customer_email = customer.email;
  invoice.customer_name = customer.name;
  invoice.customer_phone = customer.phone;
  invoice.customer_tax_exempt = customer.tax_exempt;
  update(context, invoice, rest);
  account.invoices.add(invoice);
  account.emit('invoice.created', invoice);
  return invoice;
}

function addLines({ account }: CallContext, invoice: Invoice, lines: readonly z.infer<typeof line>[]): void {
  if (lines.length > 250) throw badRequest('You can add at most 250 lines at once.', { param: 'lines' });
  const added = lines.map(({ amount, description, period, quantity, metadata: given }, index) => {
    if (amount === undefined) throw missing(`lines[${index}][amount]`);
    if (period && period.end < period.start)
      throw badRequest('The period must end after it starts.', { param: `lines[${index}][period]` });
    return newLineItem({
      id: account.newId('il'),
      invoice: invoice.id,
      currency: invoice.currency,
      amount,
      description: description ?? null,
      period: period ?? { start: account.now(), end: account.now() },
      quantity: quantity ?? 1,
      metadata: changedMetadata({}, given),
    });
  });
  const data = [...invoice.lines.data, ...added];
  invoice.lines = { ...invoice.lines, data };
  invoice.period_start = Math.min(...data.map(({ period }) => period.start));
  invoice.period_end = Math.max(...data.map(({ period }) => period.end));
  totalUp(invoice);
}

function refuseUnlessDraft(invoice: Invoice): void {
  if (invoice.status === 'draft') return;
  throw badRequest("This invoice can no longer be edited because it isn't a draft.", { code: 'invoice_not_editable' });
}

export const invoiceCalls: readonly Call[] = [
  call('POST /v1/invoices', creation, create),
  call('GET /v1/invoices/{id}', z.strictObject(expandable), invoiceOr404),
  call('POST /v1/invoices/{id}', change, (context, given) => {
    const invoice = invoiceOr404(context);
    if (Object.keys(given).some((field) => !editable.has(field))) refuseUnlessDraft(invoice);
    update(context, invoice, given);
    context.account.emit('invoice.updated', invoice);
    return invoice;
  }),
  call('DELETE /v1/invoices/{id}', z.strictObject({}), (context) => {
    const invoice = invoiceOr404(context);
    if (invoice.status !== 'draft')
      throw badRequest('You can only delete draft invoices.', { code: 'invoice_not_editable' });
    context.account.invoices.delete(invoice.id);
    context.account.emit('invoice.deleted', invoice);
    return { id: invoice.id, object: 'invoice', deleted: true };
  }),
  call(
    'GET /v1/invoices',
    z.strictObject({
      ...paging,
      ...created,
      collection_method: z.optional(z.enum(['charge_automatically', 'send_invoice'])),
      customer: z.optional(text),
      status: z.optional(z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    }),
    ({ account }, { created: wanted, customer, status, collection_method, ...request }) => {
      const rows = account.invoices.newestFirst(
        (row) =>
          isCreatedIn(row.created, wanted) &&
          (customer === undefined || row.customer === customer) &&
          (status === undefined || row.status === status) &&
          (collection_method === undefined || row.collection_method === collection_method),
      );
      return pageOf(rows, '/v1/invoices', request);
    },
  ),
  call(
    'POST /v1/invoices/{id}/add_lines',
    z.strictObject({ ...expandable, lines: z.array(line), invoice_metadata: z.optional(metadata) }),
    (context, { lines, invoice_metadata }) => {
      const invoice = invoiceOr404(context);
      refuseUnlessDraft(invoice);
      addLines(context, invoice, lines);
      invoice.metadata = changedMetadata(invoice.metadata, invoice_metadata);
      context.account.emit('invoice.updated', invoice);
      return invoice;
    },
  ),
  call('GET /v1/invoices/{id}/lines', z.strictObject(paging), (context, request) =>
    pageOf(invoiceOr404(context).lines.data, `/v1/invoices/${context.id}/lines`, request),
  ),
];
