import * as z from 'zod/mini';
import type { Account } from '../account.ts';
import { assignGiven, call, type Call, type CallContext } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import {
  address,
  clearable,
  clearableText,
  created,
  expandable,
  flag,
  metadata,
  paging,
  text,
} from '../api/parameters.ts';
import { badRequest, notFound } from '../api/stripe-error.ts';
import { attach, methodOf } from '../money/methods.ts';
import { completeAddress, newCustomer, type Customer } from '../objects/customer.ts';
import { changedMetadata } from '../objects/rows.ts';
import { addTaxId } from './tax-ids.ts';

const details = {
  ...expandable,
  address: z.optional(clearable(address)),
  description: z.optional(clearableText),
  email: z.optional(clearableText.check(z.refine((value) => value === null || value.length <= 512))),
  invoice_settings: z.optional(
    z.strictObject({ default_payment_method: z.optional(clearableText), footer: z.optional(clearableText) }),
  ),
  metadata: z.optional(metadata),
  name: z.optional(clearableText.check(z.refine((value) => value === null || value.length <= 256))),
  phone: z.optional(clearableText),
  preferred_locales: z.optional(z.array(text)),
  tax_exempt: z.optional(z.enum(['exempt', 'none', 'reverse'])),
};

const creation = z.strictObject({
  ...details,
  payment_method: z.optional(text),
  tax_id_data: z.optional(z.array(z.strictObject({ type: text, value: text }))),
  validate: z.optional(flag),
});
const change = z.strictObject({ ...details, validate: z.optional(flag) });

export const customerOf = (account: Account, id: string, { param = 'id', status = 404 } = {}): Customer => {
  const customer = account.customers.find(id);
  if (!customer) throw notFound('customer', id, { param, status });
  return customer;
};

function update({ account }: CallContext, customer: Customer, given: z.infer<typeof change>): void {
  const { expand: _, validate: _validate, metadata: changes, address: parts, invoice_settings, ...plain } = given;
  const method = invoice_settings?.default_payment_method;
  if (method && account.paymentMethods.find(method)?.customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
    throw badRequest(message, { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' });
  }
  if (plain.email !== undefined && plain.email !== null && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(plain.email))
    throw badRequest(`Invalid email address: ${plain.email}`, { code: 'email_invalid', param: 'email' });
  assignGiven(customer, plain);
  if (parts !== undefined) customer.address = parts === null ? null : completeAddress(parts);
  if (changes !== undefined) customer.metadata = changedMetadata(customer.metadata, changes);
  if (invoice_settings) assignGiven(customer.invoice_settings, invoice_settings);
}

const isOfType = (type: string | undefined) => (method: { readonly type: string }) =>
  type === undefined || method.type === type;

export const customerCalls: readonly Call[] = [
  call('POST /v1/customers', creation, (context, { payment_method, tax_id_data = [], ...given }) => {
    const { account } = context;
    const customer = newCustomer(account.birth('cus'));
    if (payment_method !== undefined) attach(account, methodOf(account, payment_method), customer);
    update(context, customer, given);
    account.customers.add(customer);
    account.emit('customer.created', customer);
    for (const terms of tax_id_data) addTaxId(account, { customer: customer.id, ...terms });
    return customer;
  }),
  call('GET /v1/customers/{id}', z.strictObject(expandable), ({ account, id }) => {
    const isDeleted = account.deletedCustomers.has(id);
    return isDeleted ? { id, object: 'customer', deleted: true } : customerOf(account, id);
  }),
  call('POST /v1/customers/{id}', change, (context, given) => {
    const { account, id } = context;
    const customer = customerOf(account, id);
    update(context, customer, given);
    account.emit('customer.updated', customer);
    return customer;
  }),
  call('DELETE /v1/customers/{id}', z.strictObject({}), ({ account, id }) => {
    const customer = customerOf(account, id);
    for (const method of account.paymentMethods.newestFirst((row) => row.customer === id)) method.customer = null;
    account.customers.delete(id);
    account.deletedCustomers.add(id);
    account.emit('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  }),
  call(
    'GET /v1/customers',
    z.strictObject({ ...paging, ...created, email: z.optional(text) }),
    ({ account }, { created: wanted, email, ...request }) => {
      const rows = account.customers.newestFirst(
        (row) => isCreatedIn(row.created, wanted) && (email === undefined || row.email === email),
      );
      return pageOf(rows, '/v1/customers', request);
    },
  ),
  call(
    'GET /v1/customers/{id}/payment_methods',
    z.strictObject({ ...paging, type: z.optional(text) }),
    ({ account, id }, { type, ...request }) => {
      customerOf(account, id);
      const rows = account.paymentMethods.newestFirst((row) => row.customer === id && isOfType(type)(row));
      return pageOf(rows, `/v1/customers/${id}/payment_methods`, request);
    },
  ),
  call('GET /v1/customers/{customerId}/payment_methods/{id}', z.strictObject(expandable), ({ account, ids }) => {
    const [customer = '', id = ''] = ids;
    customerOf(account, customer);
    const method = account.paymentMethods.find(id);
    if (method?.customer !== customer) throw notFound('PaymentMethod', id, { param: 'payment_method' });
    return method;
  }),
];
