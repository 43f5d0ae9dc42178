import { none, type Birth } from './rows.ts';

export const newTaxId = ({ id, created }: Birth, terms: { customer: string; type: string; value: string }) => ({
  id,
  object: 'tax_id' as const,
  country: terms.type === 'eu_vat' ? terms.value.slice(0, 2) : terms.type.slice(0, 2).toUpperCase(),
  created,
  customer_account: none<string>(),
  livemode: false,
  owner: { type: 'customer', customer: terms.customer, customer_account: none<string>() },
  verification: none<never>(),
  ...terms,
});

export type TaxId = ReturnType<typeof newTaxId>;
