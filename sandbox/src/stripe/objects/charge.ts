import type { PaymentIntent } from './payment-intent.ts';
import type { PaymentMethod } from './payment-method.ts';
import { none, type Birth, type Metadata } from './rows.ts';

type ChargeStatus = 'succeeded' | 'pending' | 'failed';

interface Outcome {
  readonly advice_code: string | null;
  readonly network_advice_code: string | null;
  readonly network_decline_code: string | null;
  readonly network_status: string;
  readonly reason: string | null;
  readonly risk_level: string;
  readonly risk_score: number;
  readonly seller_message: string;
  readonly type: string;
}

export const authorized: Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

export const newCharge = ({ id, created }: Birth, intent: PaymentIntent, method: PaymentMethod) => ({
  id,
  object: 'charge' as const,
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  application: none<string>(),
  application_fee: none<string>(),
  application_fee_amount: none<number>(),
  balance_transaction: none<string>(),
  billing_details: method.billing_details,
  calculated_statement_descriptor: 'WATCHPOST',
  captured: false,
  created,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: none<string>(),
  failure_code: none<string>(),
  failure_message: none<string>(),
  fraud_details: {},
  livemode: false,
  metadata: {} as Metadata,
  on_behalf_of: none<string>(),
  outcome: none<Outcome>(),
  paid: false,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: detailsOf(method, intent.amount),
  receipt_email: none<string>(),
  receipt_number: none<string>(),
  receipt_url: none<string>(),
  refunded: false,
  review: none<string>(),
  shipping: none<never>(),
  source: none<never>(),
  source_transfer: none<string>(),
  statement_descriptor: none<string>(),
  statement_descriptor_suffix: none<string>(),
  status: 'pending' as ChargeStatus,
  transfer_data: none<never>(),
  transfer_group: none<string>(),
});

export type Charge = ReturnType<typeof newCharge>;

function detailsOf(method: PaymentMethod, amount: number) {
  if (method.type === 'us_bank_account') {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = method.us_bank_account;
    const account = { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number };
    return { type: 'us_bank_account', us_bank_account: { ...account, payment_reference: none<string>() } };
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = method.card;
  const unused = {
    authorization_code: none<string>(),
    electronic_commerce_indicator: none<string>(),
    wallet: none<never>(),
  };
  const ofNetwork = { network: brand, network_transaction_id: none<string>(), transaction_link_id: none<string>() };
  const more = { installments: none<never>(), mandate: none<string>(), three_d_secure: none<never>() };
  const card = { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status };
  return { type: 'card', card: { amount_authorized: amount, ...card, ...unused, ...ofNetwork, ...more } };
}
