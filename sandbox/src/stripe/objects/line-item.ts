import { none, type Metadata } from './rows.ts';

interface LineTerms {
  readonly id: string;
  readonly invoice: string;
  readonly currency: string;
  readonly amount: number;
  readonly description: string | null;
  readonly period: { readonly start: number; readonly end: number };
  readonly quantity: number;
  readonly metadata: Metadata;
}

export const newLineItem = ({ id, amount, currency, quantity, ...terms }: LineTerms) => ({
  id,
  object: 'line_item' as const,
  amount,
  currency,
  discount_amounts: [] as readonly never[],
  discountable: true,
  discounts: [] as readonly string[],
  livemode: false,
  parent: {
    invoice_item_details: {
      invoice_item: id.replace(/^il_/, 'ii_'),
      proration: false,
      proration_details: { credited_items: none<never>() },
      subscription: none<string>(),
    },
    subscription_item_details: none<never>(),
    type: 'invoice_item_details',
  },
  pretax_credit_amounts: [] as readonly never[],
  pricing: none<never>(),
  quantity,
  quantity_decimal: String(quantity),
  subscription: none<string>(),
  subtotal: amount,
  taxes: [] as readonly never[],
  ...terms,
});

export type LineItem = ReturnType<typeof newLineItem>;
