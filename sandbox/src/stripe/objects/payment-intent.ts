import { none, type Birth, type Metadata } from './rows.ts';
import type { LastError, NextAction } from './setup-intent.ts';

type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

interface Terms {
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly description: string | null;
  readonly types: readonly string[];
}

export const newPaymentIntent = ({ id, created }: Birth, terms: Terms) => ({
  id,
  object: 'payment_intent' as const,
  allowed_payment_method_types: none<readonly string[]>(),
  amount: terms.amount,
  amount_capturable: 0,
  amount_received: 0,
  application: none<string>(),
  application_fee_amount: none<number>(),
  automatic_payment_methods: none<{ enabled: boolean }>(),
  canceled_at: none<number>(),
  cancellation_reason: none<string>(),
  capture_method: 'automatic',
  client_secret: terms.clientSecret,
  confirmation_method: 'automatic',
  created,
  currency: terms.currency,
  customer: terms.customer,
  customer_account: none<string>(),
  description: terms.description,
  excluded_payment_method_types: none<readonly string[]>(),
  last_payment_error: none<LastError>(),
  latest_charge: none<string>(),
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {} as Metadata,
  next_action: none<NextAction>(),
  on_behalf_of: none<string>(),
  payment_method: none<string>(),
  payment_method_configuration_details: none<never>(),
  payment_method_options: {},
  payment_method_types: terms.types,
  payment_record: none<string>(),
  processing: none<never>(),
  receipt_email: none<string>(),
  review: none<string>(),
  setup_future_usage: none<string>(),
  shipping: none<never>(),
  source: none<string>(),
  statement_descriptor: none<string>(),
  statement_descriptor_suffix: none<string>(),
  status: 'requires_payment_method' as PaymentStatus,
  transfer_group: none<string>(),
});

export type PaymentIntent = ReturnType<typeof newPaymentIntent>;
