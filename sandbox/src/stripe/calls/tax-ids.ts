import * as z from 'zod/mini';
import type { Account } from '../account.ts';
import { call, type Call, type CallContext } from '../api/call.ts';
import { pageOf } from '../api/pages.ts';
import { expandable, paging, text } from '../api/parameters.ts';
import { badRequest, notFound } from '../api/stripe-error.ts';
import { newTaxId, type TaxId } from '../objects/tax-id.ts';

/**
 * The format of a VAT number of the European Union. Stripe also checks numbers of other countries, which are not
 * checked here.
 */
const vatForm =
  /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,13}$/;

export function addTaxId(account: Account, terms: { customer: string; type: string; value: string }): TaxId {
  if (terms.type === 'eu_vat' && !vatForm.test(terms.value)) {
    throw badRequest(`Invalid value for ${terms.type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  const taxId = account.taxIds.add(newTaxId(account.birth('txi'), terms));
  account.emit('customer.tax_id.created', taxId);
  return taxId;
}

function customerIn({ account, ids: [id = ''] }: CallContext): string {
  if (!account.customers.find(id)) throw notFound('customer', id, { param: 'customer' });
  return id;
}

export const taxIdCalls: readonly Call[] = [
  call(
    'POST /v1/customers/{customerId}/tax_ids',
    z.strictObject({ ...expandable, type: text, value: text }),
    (context, given) => {
      const { type, value } = given;
      return addTaxId(context.account, { customer: customerIn(context), type, value });
    },
  ),
  call('GET /v1/customers/{customerId}/tax_ids', z.strictObject(paging), (context, request) => {
    const customer = customerIn(context);
    const rows = context.account.taxIds.newestFirst((row) => row.customer === customer);
    return pageOf(rows, `/v1/customers/${customer}/tax_ids`, request);
  }),
  call('DELETE /v1/customers/{customerId}/tax_ids/{id}', z.strictObject({}), (context) => {
    const { account, id } = context;
    const taxId = account.taxIds.find(id);
    if (taxId?.customer !== customerIn(context)) throw notFound('tax_id', id);
    account.taxIds.delete(id);
    account.emit('customer.tax_id.deleted', taxId);
    return { id, object: 'tax_id', deleted: true };
  }),
];
