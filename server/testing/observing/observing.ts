import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { startStandIn, type StandIn } from '../../../scripts/processes/stand-in.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { createAdvertising } from '../../src/external/advertising/advertising.ts';
import { createPictures } from '../../src/external/http/pictures.ts';
import { createPublicFetch } from '../../src/external/http/public-fetch.ts';
import { createMarketplace, type Marketplace } from '../../src/external/marketplace/marketplace.ts';
import { openPages } from '../../src/external/pages/open-pages.ts';
import { judgeDue } from '../../src/features/judging/due.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import { createQuotaBuckets } from '../../src/features/observing/quota/quota-buckets.ts';
import { connectSeller } from '../../src/features/sellers/authorization/connect-seller.ts';
import type { ObservingContext } from '../../src/features/observing/worker-context.ts';
import { openDb } from '../../src/lib/db/db.ts';
import { dbLimits } from '../../src/lib/db/limits.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { parseEncryptionKeys } from '../../src/lib/secrets.ts';
import { testDatabase } from '../database/database.ts';
import type { TestDatabase } from '../database/nodes.ts';
import { openTestDb } from '../database/factories.ts';
import { testNow } from '../database/postgres.ts';
import type { SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import { heldQueue, shiftedClock, type HeldQueue, type ShiftedClock } from './held-time.ts';
import { runAllDue } from './run-sweeps.ts';

export interface ObservingWorld {
  readonly database: TestDatabase;
  readonly sandbox: StandIn;
  readonly clock: ShiftedClock;
  readonly ctx: Context & ObservingContext & { readonly queue: HeldQueue };
  /** The lines of the log of level warning and above. */
  readonly log: { readonly level: number; readonly msg: string; readonly [field: string]: unknown }[];
  /** Connects a tenant as after consent; its discovery is due. */
  connect(seller: { sellingPartnerId: string; region: Region }): Promise<ConnectedTenant>;
  /** Triggers an event at the marketplace. */
  happen(event: { type: string; asin: string; marketplace: string; [detail: string]: unknown }): Promise<void>;
  /** Makes the next requests fail. */
  spoil(fault: {
    fault: string;
    operation?: string;
    count?: number;
    sellerId?: string;
    delayMs?: number;
  }): Promise<void>;
  /** Connects a tenant and runs everything until each source has finished its first pass. */
  settle(seller: { sellingPartnerId: string; region: Region }): Promise<ConnectedTenant>;
  /** Returns rows as the worker sees them, across tenants. */
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** Judges the items that are due. */
  judgeDue(): Promise<unknown>;
  /** Runs due sweeps until nothing is due. */
  runAllDue(only?: (key: SweepKey) => boolean): Promise<readonly SweepKey[]>;
}

export interface ConnectedTenant {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface Options {
  readonly speedup?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly marketplace?: (real: Marketplace) => Partial<Marketplace>;
}

const encryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Observing on a database of the calling test file against the real sandbox over HTTP. The test decides when each step
 * runs.
 */
export function observingWorld({
  speedup = 200,
  environment = {},
  marketplace = () => ({}),
}: Options = {}): ObservingWorld {
  const database = testDatabase();
  // Fixes the weekday, the hour and the month of every run.
  const clockAheadMs = testNow.getTime() - Date.now();
  const clock = shiftedClock(clockAheadMs);
  const log: ObservingWorld['log'] = [];
  const queue = heldQueue();
  let opened: { ctx: ObservingWorld['ctx']; sandbox: StandIn } | null = null;

  beforeAll(async () => {
    const sandbox = await startStandIn({ speedup, clockAheadMs });
    const config = readConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://watchpost.test',
      DATABASE_URL: database.workerUrl,
      ENCRYPTION_KEYS: encryptionKeys,
      CHECK_SPEEDUP: String(speedup),
      ...sandbox.environment,
      ...environment,
    });
    const db = openDb({
      url: database.workerUrl,
      maxConnections: 8,
      limits: dbLimits.worker,
      onIdleError: () => undefined,
    });
    const buckets = createQuotaBuckets({ db: db.global, clock, speedup });
    if (!config.marketplace) throw new Error('The sandbox is a marketplace');
    const real = createMarketplace({ config: config.marketplace, clock, random: systemRandom, buckets });
    const publicFetch = createPublicFetch({ allowsPrivate: true });
    const base = {
      config,
      db,
      clock,
      random: systemRandom,
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
      keys: parseEncryptionKeys(encryptionKeys),
      marketplace: { ...real, ...marketplace(real) },
      advertising: config.advertising && createAdvertising(config.advertising, { clock, random: systemRandom }),
      pages: config.pages && openPages(config.pages, { clock, random: systemRandom }),
      mailer: null,
      push: null,
      payments: null,
      google: null,
      publicFetch,
      pictures: createPictures({ publicFetch, clock }),
    };
    opened = { sandbox, ctx: { ...base, judging: createJudging(base), queue } };
  });
  afterAll(async () => {
    await opened?.ctx.db.close();
    await opened?.sandbox.stop();
  });
  afterEach(() => expect(log.splice(0).filter(({ level }) => level >= 50)).toEqual([]));

  const get = () => {
    if (!opened) throw new Error('The world is there from the first beforeAll on');
    return opened;
  };
  const world: ObservingWorld = {
    database,
    clock,
    log,
    get sandbox() {
      return get().sandbox;
    },
    get ctx() {
      return get().ctx;
    },
    connect: (seller) => connect(world, seller),
    happen: async (event) => void (await world.sandbox.control('POST', '/sandbox/events', event)),
    spoil: async (fault) => void (await world.sandbox.control('POST', '/sandbox/faults', fault)),
    settle: (seller) => settle(world, seller),
    rows: async (query) => (await query.execute(world.ctx.db.global)).rows,
    judgeDue: () => judgeDue(world.ctx),
    runAllDue: (only) => runAllDue(world, only),
  };
  return world;
}

async function connect(
  { ctx, sandbox, database }: ObservingWorld,
  seller: { sellingPartnerId: string; region: Region },
): Promise<ConnectedTenant> {
  const tenantId = crypto.randomUUID();
  const owner = openTestDb(database.workerUrl);
  await owner.tenant(tenantId, (tx) =>
    sql`
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      values (${tenantId}, 'Test Brands', 'brand', 'epoch', ${ctx.clock.now()}, ${ctx.clock.now()})`.execute(tx),
  );
  await owner.close();
  const { refreshToken } = await ctx.marketplace.exchangeCode(await sandbox.consent(seller));
  const access = { ...seller, refreshToken };
  await connectSeller(ctx, { tenantId, access, stores: [], accountName: null, email: 'ada@example.com' });
  const { rows } = await sql<ConnectedTenant>`
    select a.tenant_id as "tenantId", a.seller_account_id as "sellerAccountId"
      from seller_accounts a where a.tenant_id = ${tenantId}`.execute(ctx.db.global);
  const [connected] = rows;
  if (!connected) throw new Error('The seller was not connected');
  return connected;
}

async function settle(
  world: ObservingWorld,
  seller: { sellingPartnerId: string; region: Region },
): Promise<ConnectedTenant> {
  const connected = await world.connect(seller);
  const isOfTenant = (key: SweepKey) => key.tenantId === connected.tenantId;
  for (let turn = 0; turn < 100; turn += 1) {
    const done = await world.runAllDue(isOfTenant);
    if (done.some(({ source }) => source === 'listing-offers')) return connected;
    // The sandbox finishes reports by its own clock, and its announcement is news only if our clock has moved as far.
    await setTimeout(50);
  }
  throw new Error('The seller was not discovered');
}
