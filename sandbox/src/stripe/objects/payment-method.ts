import type { Address } from './customer.ts';
import { none, type Birth, type Metadata } from './rows.ts';

export interface BillingDetails {
  readonly address: Address;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_id: string | null;
}

export const newCardDetails = (card: {
  brand: string;
  funding: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
}) => ({
  ...card,
  checks: { address_line1_check: none<string>(), address_postal_code_check: none<string>(), cvc_check: 'pass' },
  country: 'US',
  display_brand: card.brand,
  generated_from: none<never>(),
  networks: { available: [card.brand], preferred: none<string>() },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: none<never>(),
});

export type CardDetails = ReturnType<typeof newCardDetails>;

export const newBankDetails = (account: {
  account_holder_type: string;
  account_type: string;
  bank_name: string;
  financial_connections_account: string | null;
  fingerprint: string;
  last4: string;
  routing_number: string;
}) => ({
  ...account,
  networks: { preferred: 'ach', supported: ['ach'] },
  status_details: none<{ blocked: { network_code: string; reason: string } }>(),
});

type BankDetails = ReturnType<typeof newBankDetails>;

type Details =
  | { readonly type: 'card'; readonly card: CardDetails }
  | { readonly type: 'us_bank_account'; readonly us_bank_account: BankDetails };

export const newPaymentMethod = ({ id, created }: Birth, details: Details, billing_details: BillingDetails) => ({
  id,
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified',
  billing_details,
  created,
  customer: none<string>(),
  customer_account: none<string>(),
  livemode: false,
  metadata: {} as Metadata,
  ...details,
});

export type PaymentMethod = ReturnType<typeof newPaymentMethod>;
