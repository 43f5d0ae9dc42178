import type { ParsedEnvironment } from './environment.ts';

export const neededByProvider = {
  rainforest: ['RETAIL_API_URL', 'RETAIL_API_KEY'],
  keepa: ['KEEPA_API_URL', 'KEEPA_API_KEY'],
} as const;

/** The variables that each part of the product requires. */
export const neededBy = {
  marketplace: ['LWA_TOKEN_URL', 'LWA_CLIENT_ID', 'LWA_CLIENT_SECRET', 'SP_API_APPLICATION_ID'],
  notifications: ['SP_API_NOTIFICATIONS_URL', 'SP_API_NOTIFICATIONS_QUEUE', 'SP_API_NOTIFICATIONS_QUEUE_ARN'],
  mail: ['SMTP_URL'],
  advertising: ['ADS_CLIENT_ID', 'ADS_CLIENT_SECRET'],
  'browser notifications': ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
  support: ['SUPPORT_EMAIL'],
  chat: ['INTERCOM_APP_ID', 'INTERCOM_SECRET'],
  affiliates: ['AFFILIATE_API_URL', 'AFFILIATE_API_KEY', 'AFFILIATE_ACCOUNT_ID'],
  'spreadsheets at Google': ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const;

/** The parts whose variables are not set, with the missing ones, for a warning at the start. */
export const partsThatAreOff = (
  env: ParsedEnvironment,
): readonly { readonly part: string; readonly missing: string[] }[] =>
  Object.entries({ ...neededBy, pages: neededByPages(env) })
    .map(([part, names]) => ({ part, missing: names.filter((name) => !env[name]) }))
    .filter(({ missing }) => missing.length > 0);

export const neededByPages = ({ RETAIL_API_PROVIDER: provider }: ParsedEnvironment) =>
  provider ? neededByProvider[provider] : (['RETAIL_API_PROVIDER'] as const);
