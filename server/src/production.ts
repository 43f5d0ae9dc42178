import type { ParsedEnvironment } from './environment.ts';
import { hasMailAddress } from './environment-problems.ts';
import { neededBy, neededByPages } from './parts.ts';

const outsideAddresses = [
  'PUBLIC_URL',
  'SP_API_URL_NA',
  'SP_API_URL_EU',
  'LWA_TOKEN_URL',
  'SELLER_CENTRAL_URL_NA',
  'SELLER_CENTRAL_URL_EU',
  'SELLER_CENTRAL_URL_IN',
  'SP_API_NOTIFICATIONS_URL',
  'RETAIL_API_URL',
  'KEEPA_API_URL',
  'ADS_AUTHORIZE_URL',
  'ADS_AUTHORIZE_URL_EU',
  'ADS_TOKEN_URL',
  'ADS_TOKEN_URL_EU',
  'ADS_API_URL',
  'ADS_API_URL_EU',
  'AFFILIATE_API_URL',
  'CONVERSION_URL',
  'INTERCOM_LOADER_URL',
  'INTERCOM_API_BASE',
  'STRIPE_API_URL',
  'STRIPE_JS_URL',
  'GOOGLE_AUTHORIZE_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_API_URL',
  'GOOGLE_DRIVE_URL',
] as const;

/** Addresses outside that are none. Without this, the first call of the service, or of each page, would fail. */
export const malformedAddresses = (env: ParsedEnvironment): readonly string[] =>
  outsideAddresses
    .filter((name) => name !== 'PUBLIC_URL' && env[name] !== undefined && !/^https?:$/.test(protocolOf(env[name])))
    .map((name) => `${name} must be an address such as https://service.example.com`);

const protocolOf = (address: string): string => URL.parse(address)?.protocol ?? '';

/** A production process that talks to a stand-in would look healthy and watch nothing. */
export function refuseInProduction(env: ParsedEnvironment): void {
  const problems = [];
  if (env.SANDBOX && env.SANDBOX !== 'off') problems.push('SANDBOX must be off');
  if (env.ALLOW_PRIVATE_ADDRESSES === 'yes') problems.push('ALLOW_PRIVATE_ADDRESSES must be no');
  if (env.CHECK_SPEEDUP !== 1) problems.push('CHECK_SPEEDUP must be 1');
  if (env.MAIL_HOOK_SECRET && !isWebhookSecret(env.MAIL_HOOK_SECRET)) {
    problems.push('MAIL_HOOK_SECRET must be whsec_ and base64 of 24 bytes or more');
  }
  if (URL.parse(env.STRIPE_JS_URL)?.origin !== 'https://js.stripe.com') {
    problems.push('STRIPE_JS_URL must be on https://js.stripe.com');
  }
  if (env.MAIL_FROM && !hasMailAddress(env.MAIL_FROM)) problems.push('MAIL_FROM must be NAME <ADDRESS> or an address');
  if (!env.SP_API_URL_NA && !env.SP_API_URL_EU) problems.push('SP_API_URL_NA or SP_API_URL_EU must be set');
  problems.push(...unsafeConnections(env));
  for (const name of neededInProduction(env)) if (!env[name]) problems.push(`${name} must be set`);
  for (const name of outsideAddresses) {
    const value = env[name];
    if (value && !isPublicHttps(value)) problems.push(`${name} must be https and not loopback`);
  }
  if (problems.length > 0) throw new Error(`Not started in production: ${problems.join('; ')}`);
}

const databaseAddresses = ['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_MIGRATE_URL'] as const;

/** Passwords and mails leave this machine only over connections whose other end is verified. */
function unsafeConnections(env: ParsedEnvironment): readonly string[] {
  const problems = databaseAddresses
    .filter((name) => env[name] !== undefined && !isVerifiedDatabase(env[name]))
    .map((name) => `${name} must have sslmode=verify-full, unless the database is on this machine`);
  return env.SMTP_URL === undefined || isSafeMailServer(env.SMTP_URL)
    ? problems
    : [...problems, 'SMTP_URL must be smtps:// or have requireTLS=true, unless the mail server is on this machine'];
}

function isVerifiedDatabase(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  // A host that begins with a slash is the folder of a socket of this machine.
  return host === '' || host.startsWith('/') || isLoopback(host) || url.searchParams.get('sslmode') === 'verify-full';
}

function isSafeMailServer(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (isLoopback(url.hostname)) return true;
  const isEncrypted = url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true';
  return isEncrypted && !url.searchParams.has('tls.rejectUnauthorized') && !url.searchParams.has('ignoreTLS');
}

/**
 * A development process at an https address is most likely reached by others, and has none of the limits of
 * production.
 */
export function refuseOutsideProduction(publicUrl: string, env: ParsedEnvironment): void {
  if (env.HTTPS_OUTSIDE_PRODUCTION === 'yes' || URL.parse(publicUrl)?.protocol !== 'https:') return;
  throw new Error(
    'PUBLIC_URL is https, but NODE_ENV is not production. Set NODE_ENV=production, or HTTPS_OUTSIDE_PRODUCTION=yes for development behind https',
  );
}

/** Push, retail pages, chat, Google, advertising and affiliates are optional, but configured in part they are a mistake. */
const neededInProduction = (env: ParsedEnvironment) => [
  'DATABASE_WORKER_URL' as const,
  ...neededBy.mail,
  'MAIL_FROM' as const,
  ...neededBy.marketplace,
  ...(env.SP_API_URL_NA ? (['SELLER_CENTRAL_URL_NA'] as const) : []),
  ...(env.SP_API_URL_EU ? (['SELLER_CENTRAL_URL_EU'] as const) : []),
  ...(env.SP_API_NOTIFICATIONS_URL ? neededBy.notifications : []),
  ...(env.AWS_ACCESS_KEY_ID ? (['AWS_SECRET_ACCESS_KEY'] as const) : []),
  ...(env.RETAIL_API_PROVIDER ? neededByPages(env) : []),
  ...(env.ADS_CLIENT_ID ? neededByAdvertising(env) : []),
  ...(env.INTERCOM_APP_ID ? neededBy.chat : []),
  ...(env.STRIPE_SECRET_KEY ? neededBy.payments : []),
  ...(env.GOOGLE_CLIENT_ID ? neededBy['spreadsheets at Google'] : []),
  ...(env.AFFILIATE_API_URL || env.AFFILIATE_API_KEY ? neededBy.affiliates : []),
  ...(env.VAPID_PUBLIC_KEY ? neededBy['browser notifications'] : []),
];

const neededByAdvertising = (env: ParsedEnvironment) => [
  'ADS_CLIENT_SECRET' as const,
  ...(env.ADS_API_URL_EU ? (['ADS_AUTHORIZE_URL_EU', 'ADS_TOKEN_URL_EU'] as const) : []),
  ...(env.ADS_API_URL || !env.ADS_API_URL_EU ? (['ADS_AUTHORIZE_URL', 'ADS_TOKEN_URL', 'ADS_API_URL'] as const) : []),
];

function isPublicHttps(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.protocol !== 'https:') return false;
  return !isLoopback(url.hostname);
}

const isLoopback = (host: string): boolean =>
  /^(?:localhost(?:\.localdomain)?|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0)$/.test(host);

const isWebhookSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text.slice('whsec_'.length), 'base64').length >= 24;
