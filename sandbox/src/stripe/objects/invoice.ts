import type { Address, Customer } from './customer.ts';
import type { LineItem } from './line-item.ts';
import { none, type Birth, type Metadata } from './rows.ts';
import type { LastError } from './setup-intent.ts';

type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

interface InvoiceTax {
  readonly amount: number;
  readonly tax_behavior: 'exclusive';
  readonly tax_rate_details: { readonly tax_rate: string };
  readonly taxability_reason: 'standard_rated' | 'not_collecting';
  readonly taxable_amount: number;
  readonly type: 'tax_rate_details';
}

export const newInvoice = ({ id, created }: Birth, customer: Customer) => ({
  id,
  object: 'invoice' as const,
  account_country: 'US',
  account_name: 'Watchpost',
  account_tax_ids: none<readonly string[]>(),
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: none<string>(),
  attempt_count: 0,
  attempted: false,
  auto_advance: false,
  automatic_tax: {
    disabled_reason: none<string>(),
    enabled: false,
    liability: none<{ type: string }>(),
    provider: none<string>(),
    status: none<string>(),
  },
  automatically_finalizes_at: none<number>(),
  billing_reason: 'manual',
  collection_method: 'charge_automatically',
  created,
  currency: 'usd',
  custom_fields: none<readonly { name: string; value: string }[]>(),
  customer: customer.id,
  customer_account: none<string>(),
  customer_address: none<Address>(),
  customer_email: none<string>(),
  customer_name: none<string>(),
  customer_phone: none<string>(),
  customer_shipping: none<never>(),
  customer_tax_exempt: 'none',
  customer_tax_ids: [] as readonly never[],
  default_payment_method: none<string>(),
  default_source: none<string>(),
  default_tax_rates: [] as readonly never[],
  description: none<string>(),
  discounts: [] as readonly never[],
  due_date: none<number>(),
  effective_at: none<number>(),
  ending_balance: none<number>(),
  footer: none<string>(),
  from_invoice: none<never>(),
  hosted_invoice_url: none<string>(),
  invoice_pdf: none<string>(),
  issuer: { type: 'self' },
  last_finalization_error: none<LastError>(),
  latest_revision: none<string>(),
  lines: { object: 'list' as const, data: [] as readonly LineItem[], has_more: false, url: `/v1/invoices/${id}/lines` },
  livemode: false,
  metadata: {} as Metadata,
  next_payment_attempt: none<number>(),
  number: none<string>(),
  on_behalf_of: none<string>(),
  parent: none<never>(),
  payment_settings: {
    default_mandate: none<string>(),
    payment_method_options: none<never>(),
    payment_method_types: none<readonly string[]>(),
  },
  period_end: created,
  period_start: created,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: none<string>(),
  rendering: none<never>(),
  shipping_cost: none<never>(),
  shipping_details: none<never>(),
  starting_balance: 0,
  statement_descriptor: none<string>(),
  status: 'draft' as InvoiceStatus,
  status_transitions: {
    finalized_at: none<number>(),
    marked_uncollectible_at: none<number>(),
    paid_at: none<number>(),
    voided_at: none<number>(),
  },
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: none<string>(),
  total: 0,
  total_discount_amounts: [] as readonly never[],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [] as readonly never[],
  total_taxes: [] as readonly InvoiceTax[],
  webhooks_delivered_at: none<number>(),
});

export type Invoice = ReturnType<typeof newInvoice>;

export const newInvoicePayment = ({ id, created }: Birth, invoice: Invoice, paymentIntent: string) => ({
  id,
  object: 'invoice_payment' as const,
  amount_paid: none<number>(),
  amount_requested: invoice.amount_due,
  created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent' as const, payment_intent: paymentIntent },
  status: 'open',
  status_transitions: { canceled_at: none<number>(), paid_at: none<number>() },
});

export type InvoicePayment = ReturnType<typeof newInvoicePayment>;
