import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { buildTenant, openTestDb, type BuiltTenant } from '../../../testing/database/factories.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { systemRandom } from '../../lib/random.ts';
import { createWorldFeed, type WorldFeed } from './feed.ts';

const database = testDatabase();
const clock = testClock(testNow);
let db: Db;
/** The connections of the process that has the feed. */
let ownDb: Db;
let feed: WorldFeed;
let tenant: BuiltTenant;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  ownDb = openTestDb(database.workerUrl);
  const log = pino({ level: 'silent' });
  const connection = { url: database.apiUrl, clock: systemClock, random: systemRandom, log };
  feed = await createWorldFeed({ clock, db: ownDb, connection });
});
afterAll(() => Promise.all([feed.close(), db.close(), ownDb.close()]));
beforeEach(async () => {
  tenant = await buildTenant(db);
});

/** Resolves with the next version that this process receives for the tenant from the feed. */
function nextHeard(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = feed.subscribe(tenant.tenantId, ({ version }) => {
    stop();
    resolve(version);
  });
  return promise;
}

async function change(): Promise<string> {
  const heard = nextHeard();
  await db.tenant(tenant.tenantId, (tx) => nextWorldVersion(tx, tenant.tenantId));
  return heard;
}

async function loseConnection(): Promise<void> {
  const heard = nextHeard();
  await withClient(database.superuserUrl, async (client) => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%listen'`);
  });
  await heard;
}

test('a version that was read is cached, and advances with every announcement', async () => {
  const remember = feed.look();
  remember(tenant.tenantId, { epoch: 'e', version: '0' });
  expect(feed.versionOf(tenant.tenantId)).toMatchObject({ epoch: 'e', version: '0' });

  await change();

  expect(feed.versionOf(tenant.tenantId)).toMatchObject({ epoch: 'e', version: '1' });
});

test('a version that this process commits is cached before the transaction returns', async () => {
  const remember = feed.look();
  remember(tenant.tenantId, { epoch: 'e', version: '0' });
  const heard = nextHeard();

  await ownDb.tenant(tenant.tenantId, (tx) => nextWorldVersion(tx, tenant.tenantId));

  expect(feed.versionOf(tenant.tenantId)).toMatchObject({ epoch: 'e', version: '1' });
  expect(await heard).toBe('1');
});

test('an announcement during the first read is not lost', async () => {
  const remember = feed.look();
  await change();

  remember(tenant.tenantId, { epoch: 'e', version: '0' });

  expect(feed.versionOf(tenant.tenantId)).toMatchObject({ epoch: 'e', version: '1' });
});

test('versions cached before a lost connection are dropped, because announcements may have been missed', async () => {
  const remember = feed.look();
  await loseConnection();

  remember(tenant.tenantId, { epoch: 'e', version: '0' });

  expect(feed.versionOf(tenant.tenantId)).toBeUndefined();
});

test('a version is read again after a minute, even if announcements have advanced it since', async () => {
  const remember = feed.look();
  clock.advance(10_000);
  remember(tenant.tenantId, { epoch: 'e', version: '0' });
  clock.advance(49_000);
  await change();
  expect(feed.versionOf(tenant.tenantId)).toMatchObject({ version: '1' });

  clock.advance(1000);

  expect(feed.versionOf(tenant.tenantId)).toBeUndefined();
});

test('after a lost connection every browser is asked to reload, and receives announcements again', async () => {
  await loseConnection();

  const version = await change();

  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ version: string }>`
      select t.world_version as version from tenants t where t.tenant_id = ${tenant.tenantId}`.execute(tx),
  );
  expect(version).toBe(rows[0]?.version);
});
