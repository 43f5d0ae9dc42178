import type { Account } from '../account.ts';
import { intentOf } from '../money/invoice-state.ts';
import { badRequest } from './stripe-error.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Copies an answer and replaces ids by their objects where `expand` asks for it. */
export function expandAnswer(account: Account, answer: unknown, paths: readonly string[]): unknown {
  const copy: unknown = structuredClone(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > 4)
      throw badRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, { param: 'expand' });
    expandIn(account, copy, { segments, path });
  }
  return copy;
}

interface Place {
  readonly segments: readonly string[];
  readonly path: string;
}

function expandIn(account: Account, value: unknown, { segments, path }: Place): void {
  const [field, ...rest] = segments;
  if (field === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const member of value) expandIn(account, member, { segments, path });
    return;
  }
  if (!isFields(value)) throw notExpandable(path);
  const included = value[field] ?? includable(account, value, field);
  if (included === undefined) throw notExpandable(path);
  const expanded = expandedValue(account, included);
  if (rest.length === 0 && expanded === included && !isFields(included) && included !== null) throw notExpandable(path);
  value[field] = expanded;
  expandIn(account, expanded, { segments: rest, path });
}

function expandedValue(account: Account, value: unknown): unknown {
  const found = typeof value === 'string' ? account.find(value) : undefined;
  return found ? structuredClone(found) : value;
}

/**
 * Returns the value of a field that answers contain only on request (`expand`), null if an existing field is null, and
 * undefined for an unknown field.
 */
function includable(account: Account, fields: Fields, field: string): unknown {
  if (field in fields) return null;
  if (fields['object'] === 'charge' && field === 'refunds') return refundsOf(account, String(fields['id']));
  const invoice = fields['object'] === 'invoice' ? account.invoices.find(String(fields['id'])) : undefined;
  if (!invoice) return undefined;
  if (field === 'payments') {
    const data = account.invoicePayments.newestFirst((row) => row.invoice === invoice.id);
    const url = `/v1/invoice_payments?invoice=${invoice.id}`;
    return structuredClone({ object: 'list', data, has_more: false, url });
  }
  if (field !== 'confirmation_secret') return undefined;
  const intent = intentOf(account, invoice);
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

function refundsOf(account: Account, charge: string): unknown {
  const refunds = account.refunds.newestFirst((row) => row.charge === charge);
  const data = refunds.slice(0, 10);
  return structuredClone({
    object: 'list',
    data,
    has_more: refunds.length > data.length,
    url: `/v1/charges/${charge}/refunds`,
  });
}

const notExpandable = (path: string) => badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
