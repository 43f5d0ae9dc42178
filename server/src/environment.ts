import * as z from 'zod/mini';

const optionalText = z.optional(z.string());
const amount = (fallback: number) => z._default(z.coerce.number().check(z.gte(0)), fallback);
const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(0)), fallback);

/**
 * Every environment variable that this program reads; `.env.example` explains each. A part without its variables is
 * off.
 */
export const environmentSchema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: count(4000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: optionalText,
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  DATABASE_URL: z.string(),
  DATABASE_WORKER_URL: optionalText,
  DATABASE_MIGRATE_URL: optionalText,
  ENCRYPTION_KEYS: z.string(),
  SMTP_URL: optionalText,
  SMTP_CONNECTIONS: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 10),
  MAIL_FROM: z._default(z.string(), 'Watchpost <alerts@watchpost.test>'),
  SUPPORT_EMAIL: optionalText,
  MAIL_HOOK_SECRET: optionalText,
  PARTNER_CARDS: z._default(z.string(), '[]'),
  SP_API_URL_NA: optionalText,
  SP_API_URL_EU: optionalText,
  LWA_TOKEN_URL: optionalText,
  LWA_CLIENT_ID: optionalText,
  LWA_CLIENT_SECRET: optionalText,
  SP_API_APPLICATION_ID: optionalText,
  SP_API_APPLICATION_DRAFT: z._default(z.enum(['yes', 'no']), 'no'),
  SELLER_CENTRAL_URL_NA: optionalText,
  SELLER_CENTRAL_URL_EU: optionalText,
  SELLER_CENTRAL_URL_IN: optionalText,
  SP_API_NOTIFICATIONS_URL: optionalText,
  SP_API_NOTIFICATIONS_QUEUE: optionalText,
  SP_API_NOTIFICATIONS_QUEUE_ARN: optionalText,
  SP_API_NOTIFICATIONS_EVENT_ACCOUNT: optionalText,
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  RETAIL_API_PROVIDER: z.optional(z.enum(['rainforest', 'keepa'])),
  RETAIL_API_URL: optionalText,
  RETAIL_API_KEY: optionalText,
  KEEPA_API_URL: optionalText,
  KEEPA_API_KEY: optionalText,
  RETAIL_CREDITS_PER_PRODUCT_AND_DAY: amount(12),
  RETAIL_CREDITS_PER_KEYWORD_AND_DAY: amount(16),
  VAPID_PUBLIC_KEY: optionalText,
  VAPID_PRIVATE_KEY: optionalText,
  VAPID_SUBJECT: optionalText,
  ALLOW_PRIVATE_ADDRESSES: z._default(z.enum(['yes', 'no']), 'no'),
  AFFILIATE_API_URL: optionalText,
  AFFILIATE_API_KEY: optionalText,
  AFFILIATE_TRACKING_URL: optionalText,
  AFFILIATE_TRACKING_KEY: optionalText,
  AFFILIATE_ACCOUNT_ID: optionalText,
  STRIPE_API_URL: z._default(z.string(), 'https://api.stripe.com'),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_JS_URL: z._default(z.string(), 'https://js.stripe.com/endive/stripe.js'),
  STRIPE_TAX: z._default(z.enum(['on', 'off']), 'off'),
  SANDBOX: optionalText,
  CHECK_SPEEDUP: z._default(z.coerce.number().check(z.gte(1), z.lte(100_000)), 1),
});

export type ParsedEnvironment = z.output<typeof environmentSchema>;
