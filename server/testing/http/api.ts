import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { signUp } from '@app/shared/contract/auth.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { createApi } from '../../src/api.ts';
import { type Environment, readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { createAdvertising } from '../../src/external/advertising/advertising.ts';
import { createPublicFetch } from '../../src/external/http/public-fetch.ts';
import { createGoogle } from '../../src/external/google/google.ts';
import type { Marketplace } from '../../src/external/marketplace/marketplace.ts';
import { createPayments } from '../../src/external/stripe/payments.ts';
import { createPushService } from '../../src/external/push/push-service.ts';
import { createPasswords, type Passwords } from '../../src/features/auth/log-in/passwords.ts';
import { openSenders } from '../../src/features/delivering/open-senders.ts';
import { createOutbox, type Outbox } from '../../src/features/delivering/outbox/outbox.ts';
import { createWorldFeed, type WorldFeed } from '../../src/features/world/feed.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type Db, openDb, type Tx } from '../../src/lib/db/db.ts';
import { dbLimits } from '../../src/lib/db/limits.ts';
import type { Mail } from '../../src/lib/mail/mailer.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { parseEncryptionKeys } from '../../src/lib/secrets.ts';
import { obligingPayments } from '../billing/obliging-payments.ts';
import { testClock, type TestClock } from '../clock.ts';
import { testDatabase } from '../database/database.ts';
import type { TestDatabase } from '../database/nodes.ts';
import { testNow } from '../database/postgres.ts';
import { noPictures } from '../mails/pictures.ts';
import { type Browser, openBrowser } from './browser.ts';

const encryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

interface TestApiOptions {
  readonly marketplace?: Partial<Marketplace>;
  readonly environment?: Environment;
  /** The hashing of passwords; at the least cost by default. */
  readonly passwords?: Passwords;
}

export interface TestApi {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** Available from the first `beforeAll` of the file. */
  readonly app: FastifyInstance;
  readonly ctx: Context;
  /**
   * A database connection with the worker's rights, for rows that only the worker writes and for reads across tenants.
   */
  readonly worker: Db;
  /** The sent mails, oldest first. */
  readonly mails: Mail[];
  browser(remoteAddress?: string): Browser;
  /** Creates a tenant, logs its owner in and marks the owner's address as confirmed. */
  owner(changes?: SignUpChanges): Promise<Owner>;
  /** Creates a tenant and logs its owner in, whose address is not confirmed yet. */
  newcomer(changes?: SignUpChanges): Promise<Owner>;
}

type SignUpChanges = Partial<CallInput<typeof signUp>['body']>;

export interface Owner extends Browser {
  readonly tenantId: string;
  readonly email: string;
}

/** A hash at the cost of production takes 20 ms of CPU, and nearly every test signs up. */
export const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The secret with which the mail service of the tests signs. */
export const mailHookSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** A registered program of others that has a secret. */
export const automationClient = {
  id: 'automation',
  name: 'Automation',
  redirectUris: ['https://automation.test/callback'],
  secret: 'a secret of thirty-two characters',
};

export const ownersPassword = 'correct horse 1';

/** Starts the whole API on a database of the calling file. An error in the log fails the current test. */
export function testApi(options: TestApiOptions = {}): TestApi {
  const database = testDatabase();
  const clock = testClock(testNow);
  const errors: string[] = [];
  const mails: Mail[] = [];
  let opened: { app: FastifyInstance; ctx: Context; worker: Db; outbox: Outbox } | null = null;
  let owners = 0;

  beforeAll(async () => {
    const ctx = contextFor({ database, clock, errors, mails, options });
    const worker = openDb({
      url: database.workerUrl,
      maxConnections: 4,
      limits: dbLimits.worker,
      onIdleError: () => undefined,
    });
    const outbox = createOutbox({ ...ctx, db: worker }, openSenders({ ...ctx, db: worker }));
    const { passwords = createPasswords(leastCost) } = options;
    const app = await createApi(ctx, await openFeed(ctx, [worker]), { operator: { ...ctx, db: worker }, passwords });
    opened = { app, ctx, worker, outbox };
  });
  afterAll(async () => {
    await opened?.app.close();
    await opened?.ctx.db.close();
    await opened?.worker.close();
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  const get = () => {
    if (!opened) throw new Error('The API is there from the first beforeAll on');
    return opened;
  };
  const api: TestApi = {
    database,
    clock,
    mails,
    get app() {
      return get().app;
    },
    get ctx() {
      return get().ctx;
    },
    get worker() {
      return get().worker;
    },
    browser: (remoteAddress) => openBrowser(get().app, { remoteAddress, afterAnswer: () => get().outbox.drain() }),
    async owner(changes) {
      const owner = await api.newcomer(changes);
      await api.worker.tenant(owner.tenantId, (tx) => markOwnerVerified(tx, owner.tenantId, clock.now()));
      return owner;
    },
    async newcomer(changes = {}) {
      owners += 1;
      const browser = api.browser();
      const body = { ...signUpBody(`owner${owners}@example.com`), ...changes };
      await browser.call(signUp, { body });
      return Object.assign(browser, { tenantId: tenantOf(browser), email: body.email });
    },
  };
  return api;
}

/** A valid sign-up form. */
export const signUpBody = (email: string) => ({
  email,
  password: ownersPassword,
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: 'Analytical Engines',
  accountType: 'brand' as const,
});

const markOwnerVerified = (tx: Tx, tenantId: string, now: Date) =>
  sql`
    update email_addresses
       set verified_at = ${now}
     where tenant_id = ${tenantId}
       and is_primary`.execute(tx);

function tenantOf({ cookies }: Browser): string {
  const [, session = ''] = [...cookies].find(([name]) => name.endsWith('watchpost_session')) ?? [];
  const [tenantId = ''] = session.split('.');
  return tenantId;
}

/**
 * Opens the feed with the system clock for the listening connection: a pause moves the clock of a test, so with that
 * clock the connection would ping all the time. Commits through `others` are known immediately too, so that a test need
 * not wait for their announcement.
 */
export const openFeed = (
  { config, clock, random, log, db: own }: Context,
  others: readonly Db[] = [],
): Promise<WorldFeed> => {
  const db: Pick<Db, 'onAnnounced'> = {
    onAnnounced: (listener) => [own, ...others].forEach((one) => one.onAnnounced(listener)),
  };
  return createWorldFeed({ clock, db, connection: { url: config.databaseUrl, clock: systemClock, random, log } });
};

interface ContextParts {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly errors: string[];
  readonly mails: Mail[];
  readonly options: TestApiOptions;
}

export function contextFor({ database, clock, errors, mails, options }: ContextParts): Context {
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://watchpost.test',
    DATABASE_URL: database.apiUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    LWA_TOKEN_URL: 'http://lwa.test/token',
    LWA_CLIENT_ID: 'client',
    LWA_CLIENT_SECRET: 'client secret',
    SP_API_APPLICATION_ID: 'amzn1.sp.solution.test',
    SUPPORT_EMAIL: 'support@watchpost.test',
    MAIL_HOOK_SECRET: mailHookSecret,
    VAPID_PUBLIC_KEY: 'BPLYM2niOHKQ9gK59V84dhHMzLLHUU3diXVOSBpSTQ7nngq2ag_2idpW4QzW6XtHg2UrrHSZoMCykdBUr8yWVkY',
    VAPID_PRIVATE_KEY: 'ZwQqmAKi_9MxqqUo0ZV9R33t5C1L4gH-4GnVQwl_hwA',
    VAPID_SUBJECT: 'mailto:alerts@watchpost.test',
    GOOGLE_AUTHORIZE_URL: 'https://google.test/auth',
    GOOGLE_TOKEN_URL: 'https://google.test/token',
    GOOGLE_API_URL: 'https://google.test',
    GOOGLE_DRIVE_URL: 'https://google.test/drive',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'client secret',
    OAUTH_CLIENTS: JSON.stringify([automationClient]),
    SELLER_CENTRAL_URL_NA: 'http://seller-central.test/na',
    SELLER_CENTRAL_URL_EU: 'http://seller-central.test/eu',
    SELLER_CENTRAL_URL_IN: 'http://seller-central.test/in',
    ADS_CLIENT_ID: 'ads client',
    ADS_CLIENT_SECRET: 'ads client secret',
    ADS_AUTHORIZE_URL: 'https://ads.test/consent',
    ADS_TOKEN_URL: 'https://ads.test/token',
    ADS_API_URL: 'https://ads.test',
    ...options.environment,
  });
  return {
    config,
    // A machine that runs all tests at the same time is slower than the limits of the API allow.
    db: openDb({ url: database.apiUrl, maxConnections: 8, limits: dbLimits.worker, onIdleError: () => undefined }),
    clock,
    random: systemRandom,
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
    keys: parseEncryptionKeys(encryptionKeys),
    marketplace: onlyWhatIsGiven(options.marketplace ?? {}),
    advertising: config.advertising && createAdvertising(config.advertising, { clock, random: systemRandom }),
    pages: null,
    push: config.push && createPushService(config.push),
    payments: config.payments ? createPayments(config.payments) : obligingPayments(),
    google: config.google && createGoogle(config.google, { clock, random: systemRandom }),
    publicFetch: createPublicFetch({ allowsPrivate: config.allowsPrivateAddresses }),
    pictures: noPictures,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
  };
}

/** A marketplace with only the given operations. No test of the API may need the others. */
const onlyWhatIsGiven = (operations: Partial<Marketplace>): Marketplace => operations as Marketplace;
