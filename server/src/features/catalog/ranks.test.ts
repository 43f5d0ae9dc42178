import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { mostUnits } from '@app/shared/base/units.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  openTestDb,
  unwatched,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { hourAt, recordRanks } from './ranks.ts';

const database = testDatabase();
let db: Db;
let tenant: BuiltTenant;
let productId: string;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
beforeEach(async () => {
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: unwatched });
});
afterAll(() => db.close());

/** Noon in UTC is five in the morning in Los Angeles. */
const noon = new Date('2026-06-15T12:00:00Z');
const hours = (count: number) => new Date(noon.getTime() + count * hourMs);

const sample = (rank: number, at = noon) =>
  recordRanks(db, { tenantId: tenant.tenantId, marketplace: 'US', at, ranks: [{ productId, rank }] });

async function shown() {
  const { rows } = await sql<{ rank: number | null; version: string; world: string }>`
    select p.bsr_rank as rank, p.version, t.world_version as world
      from products p join tenants t using (tenant_id)
     where p.tenant_id = ${tenant.tenantId}`.execute(db.global);
  return rows[0];
}

const days = async () => {
  const { rows } = await sql<{ day: string; ranks: number[]; bytes: number }>`
    select d.day::text as day, d.ranks, pg_column_size(d.*) as bytes
      from rank_days d
     where d.tenant_id = ${tenant.tenantId}
     order by d.day`.execute(db.global);
  return rows;
};

test('a day is one row of less than 200 bytes with a place for each hour of the marketplace', async () => {
  await sample(4000);
  await sample(3000, hours(1));

  const [day, ...more] = await days();

  const ranks = Array.from({ length: 24 }, () => 0)
    .with(5, 4000)
    .with(6, 3000);
  expect(day).toMatchObject({ day: '2026-06-15', ranks });
  expect(day?.bytes).toBeLessThan(200);
  expect(more).toEqual([]);
});

test('the first sample of an hour counts, and later ones change nothing', async () => {
  await sample(4000);
  const before = await shown();

  await sample(9000, new Date('2026-06-15T12:59:00Z'));

  expect(await shown()).toEqual(before);
  expect((await days())[0]?.ranks[5]).toBe(4000);
});

test('a product that an answer contains twice has the rank that was told last', async () => {
  const ranks = [9000, 4000].map((rank) => ({ productId, rank }));

  await recordRanks(db, { tenantId: tenant.tenantId, marketplace: 'US', at: noon, ranks });

  expect((await days())[0]?.ranks[5]).toBe(4000);
});

test('a second sample in an hour costs no statement, unless a rank has appeared', async () => {
  const place = { tenantId: tenant.tenantId, marketplace: 'US', at: noon };
  const closed: Db = { ...db, tenant: () => Promise.reject(new Error('was asked')) };
  await sample(0);

  await recordRanks(closed, { ...place, ranks: [{ productId, rank: 0 }] });
  await expect(recordRanks(closed, { ...place, ranks: [{ productId, rank: 4000 }] })).rejects.toThrow('was asked');
  await sample(4000);
  await recordRanks(closed, { ...place, ranks: [{ productId, rank: 9000 }] });

  expect((await days())[0]?.ranks[5]).toBe(4000);
});

test('the shown rank is the average of the last 24 hours', async () => {
  await sample(9000, hours(-24));
  await sample(1000, hours(-23));
  await sample(3000);

  expect(await shown()).toMatchObject({ rank: 2000 });
  expect(await days()).toHaveLength(2);
});

test('the version of the world is raised once for all products whose average moved by more than one percent', async () => {
  await sample(10_000);
  const first = await shown();
  await sample(10_200, hours(1));
  const second = await shown();
  await sample(10_400, hours(2));
  const third = await shown();

  expect(first).toMatchObject({ rank: 10_000, version: first?.world });
  expect(second).toEqual(first);
  expect(third).toMatchObject({ rank: 10_200, version: third?.world });
  expect(Number(third?.world)).toBe(Number(first?.world) + 1);
});

test('an average that jumps between the best rank and the largest one that can be stored is shown', async () => {
  await sample(1);
  await sample(mostUnits, hours(24));
  const worst = await shown();
  await sample(1, hours(48));

  expect(worst).toMatchObject({ rank: mostUnits });
  expect(await shown()).toMatchObject({ rank: 1 });
});

test('a product without a rank costs nothing, and one that has lost it shows none after a day', async () => {
  await sample(0);
  const never = { ...(await shown()), days: await days() };
  await sample(500, hours(1));
  await sample(0, hours(24));
  const within = await shown();
  await sample(0, hours(26));

  expect(never).toMatchObject({ rank: null, days: [] });
  expect(within).toMatchObject({ rank: 500 });
  expect(await shown()).toMatchObject({ rank: null });
});

test('a product of another tenant is left alone', async () => {
  const other = await buildTenant(db);

  await recordRanks(db, { tenantId: other.tenantId, marketplace: 'US', at: noon, ranks: [{ productId, rank: 7 }] });

  expect(await days()).toEqual([]);
});

test.each([
  ['US', '2026-06-15T07:00:00Z', 0],
  ['US', '2026-06-15T06:59:00Z', 23],
  ['IN', '2026-06-15T12:00:00Z', 17],
  ['DE', '2026-12-15T12:00:00Z', 13],
])('in %s %s is the hour %i', (code, at, hour) => {
  expect(hourAt(code, new Date(at))).toBe(hour);
});
