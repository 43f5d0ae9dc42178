import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../../testing/clock.ts';
import { someoneWaits, testDatabase } from '../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb, type BuiltTenant } from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { createJudging } from '../judging/ingest.ts';
import { lockItems } from '../judging/judge/load-queries.ts';
import { changeDefaultSettings } from './default-settings.ts';
import { putSettings } from './settings.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

const type = 'fbmInventory';
const ways = [
  ['settings', ({ owner }: BuiltTenant) => putSettings({ db, clock }, owner, { type: 'price', settings: {} }), 'price'],
  [
    'default thresholds',
    ({ owner, sellerAccountId: sellerId }: BuiltTenant) =>
      changeDefaultSettings({ db, clock }, owner, { type, sellerId, brand: null, settings: { alertThreshold: 5 } }),
    type,
  ],
] as const;

test.each(ways)('%s that are saved during the first verdict of a product apply to it', async (_what, save, kind) => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  const itemId = `${kind}-${productId}`;
  const [judged, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Judging has read the settings of before, and has not committed its verdict.
  const judging = db.tenant(tenantId, async (tx) => {
    await lockItems(tx, tenantId, { itemIds: [itemId] });
    const version = await nextWorldVersion(tx, tenantId);
    await sql`
      update items
         set status = 0, version = ${version}::bigint
       where tenant_id = ${tenantId}
         and item_id = ${itemId}`.execute(tx);
    judged.resolve();
    await ended.promise;
  });
  await judged.promise;

  const saving = save(tenant);
  await someoneWaits(database);
  ended.resolve();
  await Promise.all([judging, saving]);

  const { rows } = await db.tenant(tenantId, (tx) =>
    sql`
      select i.status, i.again_at as "againAt"
        from items i
       where i.tenant_id = ${tenantId}
         and i.item_id = ${itemId}`.execute(tx),
  );
  expect(rows).toEqual([{ status: 0, againAt: clock.now() }]);
});

test.each(ways)('%s make no item due that still waits for its first facts', async (_what, save) => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });

  await save(tenant);

  const { rows } = await db.tenant(tenantId, (tx) =>
    sql`
      select 1
        from items i
       where i.tenant_id = ${tenantId}
         and i.again_at is not null`.execute(tx),
  );
  expect(rows).toEqual([]);
});
