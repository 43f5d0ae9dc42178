import * as z from 'zod/mini';
import { sandboxCredentials } from './environment.ts';
import { isLoopback } from './http/own-host.ts';

const port = z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(65_535));
const portNumber = (fallback: number) => z.prefault(port, fallback);

const usualPort = 4010;
/**
 * The default port of the payment provider, used only if the sandbox has its default port. Sandboxes on other ports
 * would compete for it.
 */
const usualStripePort = 4012;

const environment = z.object({
  SANDBOX_PORT: portNumber(usualPort),
  SANDBOX_HOST: z.prefault(z.string().check(z.refine(isLoopback, 'must be an address of this machine')), '127.0.0.1'),
  SANDBOX_SMTP_PORT: portNumber(4025),
  SANDBOX_STRIPE_PORT: z.optional(port),
  SANDBOX_PUBLIC_URL: z.optional(z.url()),
  SANDBOX_STRIPE_PUBLIC_URL: z.optional(z.url()),
  SANDBOX_SEED: z.prefault(z.string(), 'watchpost'),
  SANDBOX_REPLAY: z.prefault(z.string(), ''),
  SANDBOX_LIFE: z.prefault(z.enum(['on', 'off']), 'on'),
  SANDBOX_CLOCK_AHEAD_MS: z.prefault(z.coerce.number().check(z.multipleOf(1)), 0),
  CHECK_SPEEDUP: z.prefault(z.coerce.number().check(z.gt(0)), 1),
  WATCHPOST_URL: z.prefault(z.url(), 'http://127.0.0.1:4000'),
  LWA_CLIENT_ID: z.prefault(z.string(), sandboxCredentials.clientId),
  LWA_CLIENT_SECRET: z.prefault(z.string(), sandboxCredentials.clientSecret),
  SP_API_APPLICATION_ID: z.prefault(z.string(), sandboxCredentials.applicationId),
  ADS_CLIENT_ID: z.prefault(z.string(), sandboxCredentials.adsClientId),
  ADS_CLIENT_SECRET: z.prefault(z.string(), sandboxCredentials.adsClientSecret),
  AWS_ACCESS_KEY_ID: z.prefault(z.string(), sandboxCredentials.awsAccessKeyId),
  RETAIL_API_KEY: z.prefault(z.string(), sandboxCredentials.retailApiKey),
  KEEPA_API_KEY: z.prefault(z.string(), sandboxCredentials.keepaApiKey),
  STRIPE_SECRET_KEY: z.prefault(z.string(), sandboxCredentials.stripeSecretKey),
  STRIPE_PUBLISHABLE_KEY: z.prefault(z.string(), sandboxCredentials.stripePublishableKey),
  STRIPE_WEBHOOK_SECRET: z.prefault(z.string(), sandboxCredentials.stripeWebhookSecret),
  SANDBOX_RETAIL_CREDITS: z.prefault(z.coerce.number().check(z.multipleOf(1), z.gte(0)), 1_000_000),
});

export interface SandboxConfig {
  /** 0 picks a free port. */
  port: number;
  host: string;
  smtpPort: number;
  /** The address at which a browser reaches the sandbox, if it differs from the one it listens on. */
  publicUrl?: string;
  /** The port of the payment provider, which has an origin of its own. */
  stripePort: number;
  /** The address at which a browser reaches the payment provider, if it differs from the one it listens on. */
  stripePublicUrl?: string;
  seed: string;
  replayFolders: readonly string[];
  /** Whether random events happen without being requested. */
  life: boolean;
  /** The initial lead of the world's clock over the machine's; negative to begin in the past. */
  clockAheadMs: number;
  /** Multiplies Amazon's rate limits; the product divides its check periods by the same factor. */
  speedup: number;
  /** The product's address, to which the marketplace redirects a seller who starts in its app store. */
  watchpostUrl: string;
  clientId: string;
  clientSecret: string;
  applicationId: string;
  adsClientId: string;
  adsClientSecret: string;
  awsAccessKeyId: string;
  retailApiKey: string;
  keepaApiKey: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  /** Prepaid credits of the product at each of the two page providers. */
  retailCredits: number;
}

type ConfigResult = { ok: true; config: SandboxConfig } | { ok: false; problem: string };

/** Parses the environment. An empty variable counts as unset, because `.env` files contain blank entries. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): ConfigResult {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')),
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  return { ok: true, config: toConfig(parsed.data) };
}

/** Returns the configuration for tests: all defaults, free ports and no random events. */
export function testConfig(changes: Partial<SandboxConfig> = {}): SandboxConfig {
  return { ...toConfig(environment.parse({})), port: 0, smtpPort: 0, stripePort: 0, life: false, ...changes };
}

function toConfig(env: z.infer<typeof environment>): SandboxConfig {
  return {
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    smtpPort: env.SANDBOX_SMTP_PORT,
    stripePort: env.SANDBOX_STRIPE_PORT ?? (env.SANDBOX_PORT === usualPort ? usualStripePort : 0),
    ...(env.SANDBOX_PUBLIC_URL === undefined ? {} : { publicUrl: env.SANDBOX_PUBLIC_URL.replace(/\/+$/, '') }),
    ...(env.SANDBOX_STRIPE_PUBLIC_URL === undefined
      ? {}
      : { stripePublicUrl: env.SANDBOX_STRIPE_PUBLIC_URL.replace(/\/+$/, '') }),
    seed: env.SANDBOX_SEED,
    replayFolders: env.SANDBOX_REPLAY.split(',').filter((folder) => folder !== ''),
    life: env.SANDBOX_LIFE === 'on',
    clockAheadMs: env.SANDBOX_CLOCK_AHEAD_MS,
    speedup: env.CHECK_SPEEDUP,
    watchpostUrl: env.WATCHPOST_URL.replace(/\/+$/, ''),
    clientId: env.LWA_CLIENT_ID,
    clientSecret: env.LWA_CLIENT_SECRET,
    applicationId: env.SP_API_APPLICATION_ID,
    adsClientId: env.ADS_CLIENT_ID,
    adsClientSecret: env.ADS_CLIENT_SECRET,
    awsAccessKeyId: env.AWS_ACCESS_KEY_ID,
    retailApiKey: env.RETAIL_API_KEY,
    keepaApiKey: env.KEEPA_API_KEY,
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET,
    retailCredits: env.SANDBOX_RETAIL_CREDITS,
  };
}
