import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Clock } from './lib/clock.ts';
import type { Db } from './lib/db/db.ts';
import type { Mailer } from './lib/mail/mailer.ts';
import type { Random } from './lib/random.ts';
import type { EncryptionKeys } from './lib/secrets.ts';
import type { Advertising } from './external/advertising/advertising.ts';
import type { Google } from './external/google/google.ts';
import type { Marketplace } from './external/marketplace/marketplace.ts';
import type { Pictures } from './external/http/pictures.ts';
import type { PublicFetch } from './external/http/public-fetch.ts';
import type { Payments } from './external/stripe/payments.ts';
import type { PushService } from './external/push/push-service.ts';
import type { RetailPages } from './external/pages/pages.ts';

/**
 * Everything outside a function that its code may use. It is passed as an argument, never imported; a function takes
 * the smallest part that it needs.
 */
export interface Context {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly keys: EncryptionKeys;
  /** The client of the marketplace; `null` when no marketplace application is configured. */
  readonly marketplace: Marketplace | null;
  /** The client of Amazon Advertising; `null` when no application of Amazon Advertising is configured. */
  readonly advertising: Advertising | null;
  /** The provider of retail pages; `null` when no provider of retail pages is configured. */
  readonly pages: RetailPages | null;
  /** The mailer; `null` when no mail server is configured. */
  readonly mailer: Mailer | null;
  /** The push service; `null` when no VAPID keys for browser notifications are configured. */
  readonly push: PushService | null;
  /** The payment provider; `null` when no payment provider is configured: then nothing is charged. */
  readonly payments: Payments | null;
  /** The client of Google; `null` when no application at Google is configured. */
  readonly google: Google | null;
  /** The client for addresses that people enter: webhooks, chats and pictures. */
  readonly publicFetch: PublicFetch;
  /** Product pictures for mails. */
  readonly pictures: Pictures;
}
