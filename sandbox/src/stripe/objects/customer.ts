import { none, type Birth, type Metadata } from './rows.ts';

export interface Address {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
  readonly state: string | null;
}

type AddressChange = { readonly [part in keyof Address]?: string | null | undefined };

const noAddress: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export function completeAddress(parts: AddressChange): Address {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { ...noAddress, ...Object.fromEntries(given) };
}

export const newCustomer = ({ id, created }: Birth) => ({
  id,
  object: 'customer' as const,
  address: none<Address>(),
  /** Cents that the customer owes (positive) or has in credit (negative) beside its invoices. */
  balance: 0,
  created,
  currency: none<string>(),
  default_source: none<string>(),
  delinquent: false,
  description: none<string>(),
  discount: none<never>(),
  email: none<string>(),
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: none<never>(),
    default_payment_method: none<string>(),
    footer: none<string>(),
    rendering_options: none<never>(),
  },
  livemode: false,
  metadata: {} as Metadata,
  name: none<string>(),
  next_invoice_sequence: 1,
  phone: none<string>(),
  preferred_locales: [] as readonly string[],
  shipping: none<never>(),
  tax_exempt: 'none',
  test_clock: none<string>(),
});

export type Customer = ReturnType<typeof newCustomer>;
