import * as z from 'zod/mini';
import { clearable, clearableText, expandable, flag, integer, metadata, text } from '../api/parameters.ts';
import { bankAccount, billingDetails } from './payment-methods.ts';

export const types = ['card', 'us_bank_account'] as const;
const allowedTypes = z.optional(z.array(z.enum(types)).check(z.minLength(1)));

const bankOptions = z.strictObject({
  financial_connections: z.optional(
    z.strictObject({
      permissions: z.optional(z.array(z.enum(['payment_method', 'balances', 'ownership', 'transactions']))),
      prefetch: z.optional(z.array(z.enum(['balances', 'ownership', 'transactions']))),
      return_url: z.optional(text),
    }),
  ),
  verification_method: z.optional(z.enum(['automatic', 'instant', 'microdeposits'])),
});
export const options = z.strictObject({
  card: z.optional(z.strictObject({ request_three_d_secure: z.optional(z.enum(['automatic', 'any', 'challenge'])) })),
  us_bank_account: z.optional(bankOptions),
});

const mandateData = clearable(
  z.strictObject({
    customer_acceptance: z.strictObject({
      accepted_at: z.optional(integer),
      offline: z.optional(z.union([z.literal(''), z.strictObject({})])),
      online: z.optional(z.strictObject({ ip_address: z.optional(text), user_agent: z.optional(text) })),
      type: z.enum(['offline', 'online']),
    }),
  }),
);

export const confirmation = {
  ...expandable,
  mandate_data: z.optional(mandateData),
  payment_method: z.optional(text),
  payment_method_data: z.optional(
    z.strictObject({
      type: z.enum(['us_bank_account']),
      billing_details: z.optional(billingDetails),
      us_bank_account: z.optional(bankAccount),
    }),
  ),
  payment_method_options: z.optional(options),
  return_url: z.optional(text),
  use_stripe_sdk: z.optional(flag),
};

export const creation = z.strictObject({
  ...confirmation,
  allowed_payment_method_types: allowedTypes,
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.optional(z.enum(['always', 'never'])) }),
  ),
  confirm: z.optional(flag),
  customer: z.optional(text),
  description: z.optional(clearableText),
  metadata: z.optional(metadata),
  usage: z.optional(z.enum(['off_session', 'on_session'])),
});
/** The reference folder leaves the update of a setup intent out; these are its documented parameters. */
export const change = z.strictObject({
  ...expandable,
  customer: z.optional(text),
  description: z.optional(clearableText),
  metadata: z.optional(metadata),
  payment_method: z.optional(text),
  payment_method_options: z.optional(options),
});
export type Confirmation = z.infer<z.ZodMiniObject<typeof confirmation>>;
