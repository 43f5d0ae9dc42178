import { partnerCardShape, type PartnerCard } from '@app/shared/contract/billing.ts';
import * as z from 'zod/mini';
import { environmentSchema, type ParsedEnvironment } from './environment.ts';
import { addressProblems, hostInUrl, problemOf, pushProblems } from './environment-problems.ts';
import { neededByProvider, partsThatAreOff } from './parts.ts';
import { malformedAddresses, refuseInProduction, refuseOutsideProduction } from './production.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Config = ReturnType<typeof readConfig>;
/** The configuration of an operator's command, which connects with the role of the worker only. */
export type CommandConfig = ReturnType<typeof readCommandConfig>;

const roleSchema = z.extend(environmentSchema, { DATABASE_URL: z.string() });
const commandSchema = z.extend(environmentSchema, { DATABASE_WORKER_URL: z.string() });

/** The time for two checks of the proxy in `docs/operating/Caddyfile`, which then knows that the process is leaving. */
const productionNoticeSeconds = 5;

/** Reads the configuration of the roles. Throws a single message that names every problem. */
export function readConfig(environment: Environment) {
  const env = parseEnvironment(roleSchema, presentIn(environment));
  const config = configOf(env);
  return {
    ...config,
    databaseUrl: env.DATABASE_URL,
    databaseWorkerUrl: env.DATABASE_WORKER_URL ?? env.DATABASE_URL,
    /**
     * The URL by which the owner of the tables connects; `null` where the running processes have no access to the owner
     * of the tables.
     */
    databaseMigrateUrl: env.DATABASE_MIGRATE_URL ?? (config.isProduction ? null : env.DATABASE_URL),
  };
}

/** Reads the configuration of an operator's command. Throws a single message that names every problem. */
export function readCommandConfig(environment: Environment) {
  const present = presentIn(environment);
  // Outside production the URL of the API replaces that of the worker.
  if (present['DATABASE_URL'] !== undefined) return readConfig(present);
  const env = parseEnvironment(commandSchema, present);
  return { ...configOf(env), databaseWorkerUrl: env.DATABASE_WORKER_URL };
}

function parseEnvironment<Env extends ParsedEnvironment>(
  schema: z.ZodMiniType<Env>,
  present: Readonly<Record<string, string>>,
): Env {
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw incomplete(parsed.error.issues.map((issue) => problemOf(issue, present)));
}

function configOf(env: ParsedEnvironment) {
  const unreadable = [...addressProblems(env), ...malformedAddresses(env), ...pushProblems(env)];
  if (unreadable.length > 0) throw incomplete(unreadable);
  // Other addresses are made of it by adding a path: those that begin with two slashes would be other addresses.
  const publicUrl =
    env.PUBLIC_URL === undefined ? `http://${hostInUrl(env.HOST)}:${env.PORT}` : new URL(env.PUBLIC_URL).origin;
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction) refuseInProduction({ ...env, PUBLIC_URL: publicUrl });
  else refuseOutsideProduction(publicUrl, env);

  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    /** The address at which a worker answers operators; a `port` of `null` means that it does not listen. */
    workerAddress: { port: env.WORKER_PORT ?? null, host: env.WORKER_HOST },
    /** How long an API process that was told to stop still takes calls, while the proxy learns that it is leaving. */
    stopNoticeMs: (env.STOP_NOTICE_SECONDS ?? (isProduction ? productionNoticeSeconds : 0)) * 1000,
    publicUrl,
    /** The proxies whose forwarding headers count. */
    trustedProxies: readTrustedProxies(env.TRUST_PROXY, isProduction),
    /** The token with which another machine reads the metrics; `null` if they are read from this machine only. */
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    encryptionKeys: env.ENCRYPTION_KEYS,
    mail: mailConfig(env),
    /** The secret with which the mail service signs its reports; `null` without reports. */
    mailHookSecret: env.MAIL_HOOK_SECRET ?? null,
    /** The address that receives support tickets. */
    supportEmail: env.SUPPORT_EMAIL ?? null,
    /** The service that knows the promo codes of affiliates and is informed of what their customers pay. */
    affiliates: affiliatesConfig(env),
    /** The address to which pages report sign-ups and subscriptions; `null` if nobody counts them. */
    conversionUrl: env.CONVERSION_URL ?? null,
    /** The chat with support. */
    chat: chatConfig(env),
    /** The payment provider. */
    payments: paymentsConfig(env),
    /** Programs of others that we have registered. */
    oauthClients: parseOAuthClients(env.OAUTH_CLIENTS),
    partnerCards: parsePartnerCards(env.PARTNER_CARDS),
    marketplace: marketplaceConfig(env),
    notifications: notificationsConfig(env),
    /** The application registered at Amazon Advertising. */
    advertising: advertisingConfig(env),
    /** The provider of the marketplace's public product and search pages. */
    pages: pagesConfig(env),
    push: pushConfig(env),
    /** Our application at Google, which writes spreadsheets. */
    google: googleConfig(env),
    /** Whether addresses entered by people may use http and private networks. */
    allowsPrivateAddresses: allowsPrivate(env),
    /** Divides every check period. 1, except in the demo and in tests. */
    checkSpeedup: env.CHECK_SPEEDUP,
    /** The most memory for worlds that are kept for the next first load. */
    keptWorldBytes: env.KEPT_WORLDS_MB * 1_000_000,
    off: partsThatAreOff(env),
  };
}

/**
 * Returns the variables that have a value, without the blanks around it: `docker run --env-file` keeps those at the end
 * of a line, which nobody sees. A value of blanks would be the number 0.
 */
function presentIn(environment: Environment): Readonly<Record<string, string>> {
  const trimmed = Object.entries(environment).map(([name, value = '']) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

const incomplete = (problems: readonly string[]): Error =>
  new Error(`The configuration is not complete. ${problems.join('; ')}. See .env.example`);

function parsePartnerCards(text: string): readonly PartnerCard[] {
  try {
    return z.array(partnerCardShape).parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('PARTNER_CARDS must be a JSON list of { id, title, text, label, url }', { cause });
  }
}

/** The sender of an installation that nobody but its developer gets mails from. */
const developmentSender = 'Watchpost <alerts@watchpost.test>';

function mailConfig({ SMTP_URL: url, MAIL_FROM: from = developmentSender, SMTP_CONNECTIONS }: ParsedEnvironment) {
  return url ? { url, from, connections: SMTP_CONNECTIONS } : null;
}

const oauthClientShape = z.object({
  id: z.string().check(z.regex(/^[\w.-]{3,100}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  redirectUris: z.array(z.string().check(z.refine(isHttps))).check(z.minLength(1)),
  secret: z.optional(z.string().check(z.minLength(32))),
});

function isHttps(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:' && !address.includes('#');
}

function parseOAuthClients(text: string) {
  try {
    const clients = z.array(oauthClientShape).parse(JSON.parse(text));
    return clients.map(({ id, secret = null, ...client }) => ({ ...client, clientId: id, secret, host: null }));
  } catch (cause) {
    throw new Error(
      'OAUTH_CLIENTS must be a JSON list of { id, name, redirectUris, secret } with https addresses and secrets of 32 characters or more',
      { cause },
    );
  }
}

function marketplaceConfig(env: ParsedEnvironment) {
  const { SP_API_URL_NA, SP_API_URL_EU, LWA_TOKEN_URL, LWA_CLIENT_ID, LWA_CLIENT_SECRET, SP_API_APPLICATION_ID } = env;
  if (!LWA_TOKEN_URL || !LWA_CLIENT_ID || !LWA_CLIENT_SECRET || !SP_API_APPLICATION_ID) return null;
  return {
    apiUrls: { NA: SP_API_URL_NA ?? null, EU: SP_API_URL_EU ?? null, IN: SP_API_URL_EU ?? null },
    tokenUrl: LWA_TOKEN_URL,
    clientId: LWA_CLIENT_ID,
    clientSecret: LWA_CLIENT_SECRET,
    applicationId: SP_API_APPLICATION_ID,
    /** Amazon asks for `version=beta` while an application is a draft. */
    isDraft: env.SP_API_APPLICATION_DRAFT === 'yes',
    sellerCentralUrls: {
      NA: env.SELLER_CENTRAL_URL_NA ?? null,
      EU: env.SELLER_CENTRAL_URL_EU ?? null,
      IN: env.SELLER_CENTRAL_URL_IN ?? null,
    },
  };
}

/** Advertising is on where the addresses of at least one part of the world are set. */
function advertisingConfig(env: ParsedEnvironment) {
  const { ADS_CLIENT_ID: clientId, ADS_CLIENT_SECRET: clientSecret } = env;
  const america = adsAddresses(env.ADS_AUTHORIZE_URL, env.ADS_TOKEN_URL, env.ADS_API_URL);
  const europe = adsAddresses(env.ADS_AUTHORIZE_URL_EU, env.ADS_TOKEN_URL_EU, env.ADS_API_URL_EU);
  if (!clientId || !clientSecret || !(america ?? europe)) return null;
  return { clientId, clientSecret, addresses: { NA: america, EU: europe, IN: europe } };
}

const adsAddresses = (authorizeUrl?: string, tokenUrl?: string, apiUrl?: string) =>
  authorizeUrl && tokenUrl && apiUrl ? { authorizeUrl, tokenUrl, apiUrl: apiUrl.replace(/\/+$/, '') } : null;

function affiliatesConfig(env: ParsedEnvironment) {
  const { AFFILIATE_API_URL: url, AFFILIATE_API_KEY: key, AFFILIATE_ACCOUNT_ID: accountId } = env;
  return url && key && accountId ? { url: url.replace(/\/+$/, ''), key, accountId } : null;
}

function chatConfig({ INTERCOM_APP_ID: appId, INTERCOM_SECRET: secret, ...env }: ParsedEnvironment) {
  return appId && secret ? { appId, secret, loaderUrl: env.INTERCOM_LOADER_URL, apiBase: env.INTERCOM_API_BASE } : null;
}

function paymentsConfig(env: ParsedEnvironment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl, STRIPE_JS_URL: scriptUrl } = env;
  if (!secretKey || !publishableKey || !webhookSecret) return null;
  return { apiUrl, secretKey, publishableKey, webhookSecret, scriptUrl, isTaxed: env.STRIPE_TAX === 'on' };
}

function notificationsConfig(env: ParsedEnvironment) {
  const { SP_API_NOTIFICATIONS_URL, SP_API_NOTIFICATIONS_QUEUE, SP_API_NOTIFICATIONS_QUEUE_ARN } = env;
  if (!SP_API_NOTIFICATIONS_URL || !SP_API_NOTIFICATIONS_QUEUE || !SP_API_NOTIFICATIONS_QUEUE_ARN) return null;
  return {
    endpoint: SP_API_NOTIFICATIONS_URL,
    queue: SP_API_NOTIFICATIONS_QUEUE,
    queueArn: SP_API_NOTIFICATIONS_QUEUE_ARN,
    eventAccount: env.SP_API_NOTIFICATIONS_EVENT_ACCOUNT ?? null,
    awsRegion: env.AWS_REGION,
    credentials: awsCredentials(env),
  };
}

/**
 * Returns the configured credentials; `null` for those that the AWS SDK finds in shared files, the container or the
 * instance.
 */
function awsCredentials({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }: ParsedEnvironment) {
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
}

const allowsPrivate = (env: ParsedEnvironment): boolean => env.ALLOW_PRIVATE_ADDRESSES === 'yes';

function pushConfig(env: ParsedEnvironment) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (!publicKey || !privateKey || !subject) return null;
  return { publicKey, privateKey, subject, allowsPrivate: allowsPrivate(env) };
}

function googleConfig(env: ParsedEnvironment) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  const { GOOGLE_AUTHORIZE_URL: authorizeUrl, GOOGLE_TOKEN_URL: tokenUrl } = env;
  const { GOOGLE_API_URL: apiUrl, GOOGLE_DRIVE_URL: driveUrl } = env;
  return clientId && clientSecret ? { authorizeUrl, tokenUrl, apiUrl, driveUrl, clientId, clientSecret } : null;
}

function pagesConfig(env: ParsedEnvironment) {
  const provider = env.RETAIL_API_PROVIDER;
  if (!provider) return null;
  const [url, key] = neededByProvider[provider].map((name) => env[name]);
  if (!url || !key) return null;
  return {
    provider,
    url,
    key,
    /** Credits that a tenant may use per day for each tracked product and for each keyword. */
    creditsPerProduct: env.RETAIL_CREDITS_PER_PRODUCT_AND_DAY,
    creditsPerKeyword: env.RETAIL_CREDITS_PER_KEYWORD_AND_DAY,
  };
}
