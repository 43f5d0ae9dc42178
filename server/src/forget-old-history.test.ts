import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { testClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database/database.ts';
import { buildTenant, openTestDb } from '../testing/database/factories.ts';
import { buildProductOf } from '../testing/observing/products.ts';
import { keepSeen } from '../testing/observing/seen.ts';
import { forgetOldRows } from './forget-old-rows.ts';
import { createPartitions } from './lib/db/partitions.ts';
import type { Db } from './lib/db/db.ts';
import { listSeen } from './features/catalog/charts/timeline-queries.ts';

const database = testDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const log = pino({ level: 'silent' });
let db: Db;
let tenantId: string;
let productId: string;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  await withClient(database.ownerUrl, async (client) =>
    createPartitions(client, new Date(now.getTime() - 150 * dayMs)),
  );
  ({ tenantId } = await buildTenant(db));
  ({ productId } = await buildProductOf(db, { tenantId }));
});
afterAll(() => db.close());

/** The facts in the 119 days before an instant and those that held when they began, each with its day. */
async function seenAt(instant: Date) {
  const from = new Date(instant.getTime() - 119 * dayMs);
  const seen = await db.tenant(tenantId, (tx) =>
    listSeen(tx, tenantId, { productIds: [productId], aspects: ['rating'], from }),
  );
  return seen.map(({ at, facts }) => `${at.toISOString().slice(0, 10)} ${(facts as { tenths: number }).tenths}`);
}

test('after old months were dropped, a history begins with what held before its first change, however old that is', async () => {
  const keep = (at: string, tenths: number) =>
    keepSeen(
      db,
      { tenantId, productId },
      { at, aspect: 'rating', sku: '', facts: { tenths, count: 10, byStars: null } },
    );
  await keep('2025-11-03T00:00:00Z', 41);
  await keep('2025-12-03T00:00:00Z', 42);
  await keep('2026-06-10T00:00:00Z', 43);
  const later = new Date('2026-07-20T12:00:00Z');

  await forgetOldRows({ db, clock: testClock(now), log });
  const first = await seenAt(now);
  await forgetOldRows({ db, clock: testClock(later), log });
  const second = await seenAt(later);

  expect(first).toEqual(['2026-02-01 42', '2026-06-10 43']);
  expect(second).toEqual(['2026-03-01 42', '2026-06-10 43']);
});

test('what held before a month is kept for each tenant by itself, and no month is dropped before it is kept for all', async () => {
  const shops = await Promise.all(
    [1, 2].map(async () => {
      const tenant = await buildTenant(db);
      const built = await buildProductOf(db, tenant);
      const seen = {
        at: '2026-02-03T00:00:00Z',
        aspect: 'rating',
        sku: '',
        facts: { tenths: 40, count: 9, byStars: null },
      };
      await keepSeen(db, { tenantId: tenant.tenantId, productId: built.productId }, { ...seen, aspect: 'rating' });
      return tenant.tenantId;
    }),
  );
  const [first = '', last = ''] = shops.toSorted();
  await withClient(database.ownerUrl, async (client) => {
    await client.query(`create function refuse_last() returns trigger language plpgsql as $$
      begin if new.tenant_id = '${last}' then raise exception 'no room'; end if; return new; end $$`);
    await client.query(
      'create trigger refusing_last before insert on observation_history for each row execute function refuse_last()',
    );
  });
  const kept = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ tenantId: string }>`
      select h.tenant_id as "tenantId"
        from observation_history h
       where h.observed_at = '2026-03-01T00:00:00Z'
         and h.tenant_id = any (${shops}::uuid[])
       order by h.tenant_id`.execute(db.global);
    return rows.map((row) => row.tenantId);
  };
  const later = testClock(new Date('2026-07-21T12:00:00Z'));

  await expect(forgetOldRows({ db, clock: later, log })).rejects.toThrow('no room');
  const atFirst = await kept();
  await withClient(database.ownerUrl, (client) => client.query('drop trigger refusing_last on observation_history'));
  await forgetOldRows({ db, clock: later, log });

  expect(atFirst).toEqual([first]);
  expect(await kept()).toEqual([first, last]);
});

test('months of the other series are dropped although what held before a month of history cannot be kept', async () => {
  await keepSeen(
    db,
    { tenantId, productId },
    { at: '2026-04-03T00:00:00Z', aspect: 'rating', sku: '', facts: { tenths: 42, count: 10, byStars: null } },
  );
  await withClient(database.ownerUrl, async (client) => {
    await client.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'history takes no row'; end $$`);
    await client.query(
      'create trigger refusing before insert on observation_history for each row execute function refuse()',
    );
  });
  const isMarchKept = async (name: string): Promise<boolean> => {
    const { rows } = await sql<{ name: string | null }>`select to_regclass(${`${name}_2026_03`}) as name`.execute(
      db.global,
    );
    return rows[0]?.name !== null;
  };
  expect([await isMarchKept('observation_history'), await isMarchKept('rank_days')]).toEqual([true, true]);

  const later = new Date('2026-08-20T12:00:00Z');
  await expect(forgetOldRows({ db, clock: testClock(later), log })).rejects.toThrow('history takes no row');

  expect([await isMarchKept('observation_history'), await isMarchKept('rank_days')]).toEqual([true, false]);
});
