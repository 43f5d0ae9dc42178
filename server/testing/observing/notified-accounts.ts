import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import type { Reread } from '../../src/features/observing/jobs.ts';
import { readNotification } from '../../src/features/observing/push/notification.ts';
import { takeNotification } from '../../src/features/observing/push/take-notification.ts';
import type { TakingContext } from '../../src/features/observing/push/taking.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { testClock, type TestClock } from '../clock.ts';
import { testDatabase } from '../database/database.ts';
import { buildProduct, buildTenant, openTestDb, unwatched, type BuiltTenant } from '../database/factories.ts';

export interface NotifiedAccount extends BuiltTenant {
  readonly productId: string;
  /** Each subscription has this id, followed by its type. */
  readonly subscription: string;
}

interface GivenMessage {
  readonly type: string;
  readonly payload: object;
  readonly id?: string;
  readonly subscriptionId?: string;
  /** The time of the message, if not the present time. */
  readonly at?: Date;
}

interface SentReread extends Reread {
  readonly startAfter: Date | null;
}

interface Failing {
  /** The error that sending a job throws; without it jobs are sent. */
  readonly send?: Error;
  /** The error that storing facts of the tenant `tenantId` throws; without it facts are stored. */
  readonly ingest?: Error;
  readonly tenantId?: string;
}

export interface NotifiedAccounts {
  readonly clock: TestClock;
  readonly db: Db;
  /** Builds an account that sells one SKU in one marketplace; with `of`, it belongs to the tenant of that account. */
  buildAccount(given?: {
    sellerKey?: string;
    region?: 'NA' | 'EU';
    marketplace?: MarketplaceCode;
    of?: NotifiedAccount;
  }): Promise<NotifiedAccount>;
  /** The context in which messages are taken. */
  context(): TakingContext;
  /** Processes a message, in a context with these parts replaced. Returns the outcome for each account. */
  take(message: GivenMessage, differing?: Partial<TakingContext>): Promise<readonly string[]>;
  /** The rereads that were sent since the last call. */
  takeRereads(): readonly SentReread[];
  fail(failing: Failing): void;
}

export const notifiedSku = 'SKILLET-26';
const types = ['LISTINGS_ITEM_ISSUES_CHANGE', 'ANY_OFFER_CHANGED', 'ACCOUNT_STATUS_CHANGED'];

/** Accounts to whose subscriptions a test delivers single messages, on a database of the calling test file. */
export function notifiedAccounts(start: Date): NotifiedAccounts {
  const database = testDatabase();
  const clock = testClock(start);
  const sent: SentReread[] = [];
  let failing: Failing = {};
  let opened: Db | null = null;
  let sequence = 0;

  beforeAll(() => void (opened = openTestDb(database.workerUrl)));
  afterAll(() => opened?.close());
  beforeEach(() => {
    clock.set(start);
    sent.splice(0);
    failing = {};
  });

  const get = (): Db => {
    if (!opened) throw new Error('The database is open from the first beforeAll on');
    return opened;
  };

  function context(): TakingContext {
    const judging = createJudging({ db: get(), clock });
    return {
      config: { checkSpeedup: 1 } as TakingContext['config'],
      db: get(),
      clock,
      log: pino({ level: 'silent' }),
      judging: {
        ...judging,
        ingest: (tenantId, observations) =>
          failing.ingest && failing.tenantId === tenantId
            ? Promise.reject(failing.ingest)
            : judging.ingest(tenantId, observations),
      },
      queue: {
        send: (_job, payloads, { startAfter = null } = {}) => {
          if (failing.send) return Promise.reject(failing.send);
          sent.push(...payloads.map((payload) => ({ ...(payload as Reread), startAfter })));
          return Promise.resolve();
        },
      },
    };
  }

  return {
    clock,
    get db() {
      return get();
    },
    async buildAccount({ sellerKey, region = 'NA', marketplace = 'US', of } = {}) {
      sequence += 1;
      const db = get();
      const tenant = of ?? (await buildTenant(db, sellerKey === undefined ? {} : { sellerKey }));
      const sellerAccountId = of ? await addAccount(db, of, region) : tenant.sellerAccountId;
      const given = { asin: 'B0SKILLET1', marketplace, sellerAccountId };
      const productId = await buildProduct(db, { tenant, judging: unwatched }, given);
      const account = { ...tenant, sellerAccountId, productId, subscription: `S${sequence} ` };
      await subscribe(db, account, { region, marketplace });
      return account;
    },
    context,
    take({ type, payload, id, subscriptionId, at = clock.now() }, differing = {}) {
      sequence += 1;
      const message = {
        notificationType: type,
        eventTime: at.toISOString(),
        notificationMetadata: { notificationId: id ?? `N${sequence}`, subscriptionId },
        payload,
      };
      const notification = readNotification(JSON.stringify(message));
      if ('reason' in notification) throw new Error(notification.reason);
      return takeNotification({ ...context(), ...differing }, notification);
    },
    takeRereads: () => sent.splice(0),
    fail: (given) => void (failing = given),
  };
}

async function addAccount(db: Db, { tenantId, sellerKey }: BuiltTenant, region: string): Promise<string> {
  const { rows } = await db.tenant(tenantId, (tx) =>
    sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, ${sellerKey}, ${region}, 'Brightkeel', 'not a token', '123456', now(), now(), 0)
      returning seller_account_id as id`.execute(tx),
  );
  return rows[0]?.id ?? '';
}

interface Place {
  readonly region: string;
  readonly marketplace: string;
}

async function subscribe(db: Db, account: NotifiedAccount, { region, marketplace }: Place): Promise<void> {
  const { tenantId, sellerAccountId, sellerKey, productId, subscription } = account;
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      values (${tenantId}, ${sellerAccountId}, ${marketplace}, ${notifiedSku}, ${productId}, true)`.execute(tx);
    await sql`
      insert into seller_marketplaces (tenant_id, seller_account_id, marketplace)
      values (${tenantId}, ${sellerAccountId}, ${marketplace})`.execute(tx);
    await sql`
      insert into subscriptions (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
      select ${tenantId}, ${sellerAccountId}, t.type, ${subscription} || t.type, now()
        from unnest(${types}::text[]) as t (type)
      returning tenant_id`.execute(tx);
  });
  await sql`
    insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
    values (${sellerKey}, ${region}, ${tenantId}, ${sellerAccountId})`.execute(db.global);
}
