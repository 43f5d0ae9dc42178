import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { judgeDue } from './due.ts';
import { createJudging } from './ingest.ts';
import { watchNewKinds } from './new-kinds.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

async function status({ tenantId }: BuiltTenant, itemId: string): Promise<number | undefined> {
  const { rows } = await db.tenant(tenantId, (tx) =>
    sql<{ status: number }>`
      select i.status from items i where i.tenant_id = ${tenantId} and i.item_id = ${itemId}`.execute(tx),
  );
  return rows[0]?.status;
}

test('products tracked before a kind was released receive its items, which are judged by the facts known already', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const ignoredId = await buildProduct(db, { tenant, judging });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
  await db.tenant(tenantId, (tx) =>
    sql`delete from items where tenant_id = ${tenantId} and type in ('imageMissing', 'badReview')`.execute(tx),
  );
  await db.tenant(tenantId, (tx) =>
    sql`update products set is_tracked = false where tenant_id = ${tenantId} and product_id = ${ignoredId}`.execute(tx),
  );

  clock.advance(minuteMs);

  expect(await watchNewKinds({ db, clock })).toBe(true);
  expect(await status(tenant, `badReview-${productId}`)).toBe(99);
  expect(await status(tenant, `badReview-${ignoredId}`)).toBeUndefined();
  await judgeDue({ db, clock });

  expect(await status(tenant, `imageMissing-${productId}`)).toBe(2);
  expect(await status(tenant, `badReview-${productId}`)).toBe(99);
});

test('nothing is written if no item is missing', async () => {
  const tenant = await buildTenant(db);
  await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  await watchNewKinds({ db, clock });

  expect(await watchNewKinds({ db, clock })).toBe(false);
});
