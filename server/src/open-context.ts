import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createGoogle } from './external/google/google.ts';
import { AnswerCounts } from './external/marketplace/calls/answer-counts.ts';
import type { Buckets } from './external/marketplace/calls/buckets.ts';
import { createAdvertising } from './external/advertising/advertising.ts';
import { createMarketplace } from './external/marketplace/marketplace.ts';
import { openPages } from './external/pages/open-pages.ts';
import { createPictures } from './external/http/pictures.ts';
import { createPublicFetch } from './external/http/public-fetch.ts';
import { createPayments } from './external/stripe/payments.ts';
import { createPushService } from './external/push/push-service.ts';
import { systemClock } from './lib/clock.ts';
import { openDb, type Db } from './lib/db/db.ts';
import type { DbLimits } from './lib/db/limits.ts';
import { smtpMailer } from './lib/mail/mailer.ts';
import { systemRandom } from './lib/random.ts';
import { parseEncryptionKeys } from './lib/secrets.ts';

interface ContextOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The API and the worker log in to the database as different roles. */
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly limits: DbLimits;
  bucketsIn(db: Db): Buckets;
}

interface OpenContext extends Context {
  /** The answers of the marketplace to this process. */
  readonly answers: AnswerCounts;
  close(): Promise<void>;
}

/** Opens the real context: the system clock, the configured database, marketplace and mail server. */
export function openContext(options: ContextOptions): OpenContext {
  const { config, log, databaseUrl, maxConnections, limits, bucketsIn } = options;
  const keys = parseEncryptionKeys(config.encryptionKeys);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'the database closed an idle connection');
  const db = openDb({ url: databaseUrl, maxConnections, limits, onIdleError });
  const outside = { clock: systemClock, random: systemRandom, buckets: bucketsIn(db) };
  const answers = new AnswerCounts(systemClock);
  const mailer = config.mail && smtpMailer(config.mail);
  const publicFetch = createPublicFetch({ allowsPrivate: config.allowsPrivateAddresses });
  return {
    config,
    db,
    clock: systemClock,
    random: systemRandom,
    log,
    keys,
    marketplace: config.marketplace && createMarketplace({ config: config.marketplace, ...outside, answers }),
    advertising: config.advertising && createAdvertising(config.advertising, outside),
    pages: config.pages && openPages(config.pages, outside),
    mailer,
    push: config.push && createPushService(config.push),
    payments: config.payments && createPayments(config.payments),
    google: config.google && createGoogle(config.google, outside),
    publicFetch,
    pictures: createPictures({ publicFetch, clock: systemClock }),
    answers,
    async close() {
      mailer?.close();
      await db.close();
    },
  };
}
