import { none, type Birth, type Metadata } from './rows.ts';

export interface LastError {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: string;
  readonly message: string;
  readonly [more: string]: unknown;
}

export type NextAction =
  | { readonly type: 'use_stripe_sdk'; readonly use_stripe_sdk: object }
  | {
      readonly type: 'redirect_to_url';
      readonly redirect_to_url: { readonly url: string; readonly return_url: string };
    }
  | {
      readonly type: 'verify_with_microdeposits';
      readonly verify_with_microdeposits: {
        readonly arrival_date: number;
        readonly hosted_verification_url: string;
        readonly microdeposit_type: string;
      };
    };

type SetupStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export const newSetupIntent = ({ id, created }: Birth, clientSecret: string, types: readonly string[]) => ({
  id,
  object: 'setup_intent' as const,
  allowed_payment_method_types: none<readonly string[]>(),
  application: none<string>(),
  automatic_payment_methods: none<{ enabled: boolean }>(),
  cancellation_reason: none<string>(),
  client_secret: clientSecret,
  created,
  customer: none<string>(),
  customer_account: none<string>(),
  description: none<string>(),
  excluded_payment_method_types: none<readonly string[]>(),
  flow_directions: none<readonly string[]>(),
  last_setup_error: none<LastError>(),
  latest_attempt: none<string>(),
  livemode: false,
  mandate: none<string>(),
  metadata: {} as Metadata,
  next_action: none<NextAction>(),
  on_behalf_of: none<string>(),
  payment_method: none<string>(),
  payment_method_configuration_details: none<never>(),
  payment_method_options: {} as Readonly<Record<string, object>>,
  payment_method_types: types,
  single_use_mandate: none<string>(),
  status: 'requires_payment_method' as SetupStatus,
  usage: 'off_session',
});

export type SetupIntent = ReturnType<typeof newSetupIntent>;

/** The record of one confirmation; `latest_attempt` expands to it. */
export const newSetupAttempt = ({ id, created }: Birth, intent: SetupIntent) => ({
  id,
  object: 'setup_attempt' as const,
  application: none<string>(),
  created,
  customer: intent.customer,
  flow_directions: none<readonly string[]>(),
  livemode: false,
  on_behalf_of: none<string>(),
  payment_method: intent.payment_method,
  payment_method_details: {},
  setup_error: none<LastError>(),
  setup_intent: intent.id,
  status: 'processing',
  usage: intent.usage,
});

export type SetupAttempt = ReturnType<typeof newSetupAttempt>;

export const newMandate = ({ id, created }: Birth, paymentMethod: string, type: string) => ({
  id,
  object: 'mandate' as const,
  customer_acceptance: {
    accepted_at: created,
    online: { ip_address: '127.0.0.1', user_agent: 'sandbox' },
    type: 'online' as const,
  },
  livemode: false,
  multi_use: {},
  payment_method: paymentMethod,
  payment_method_details: { type, [type]: {} },
  status: 'active',
  type: 'multi_use' as const,
});

export type Mandate = ReturnType<typeof newMandate>;
