import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  offersFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../test/factories.ts';
import { testClock } from '../../../test/clock.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import type { Db } from '../../lib/db/db.ts';
import type { Observation } from '../observing/observation.ts';
import { findTenantsWithDueItems } from './due-queries.ts';
import { judgeDue } from './due.ts';
import { createJudging } from './ingest.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const dayMs = 86_400_000;
let db: Db;
let tenant: BuiltTenant;
let productId: string;

beforeEach(async () => {
  db ??= openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: judging() });
});

afterAll(() => db.close());

const judging = () => createJudging({ db, clock });

function look(facts: Pick<Observation, 'aspect' | 'facts'>) {
  clock.advance(60_000);
  const sku = facts.aspect === 'catalog' ? '' : 'SKILLET-26';
  return judging().ingest(tenant.tenantId, [{ ...facts, productId, sku, observedAt: clock.now() } as Observation]);
}

const offers = (ownCents: number) =>
  look({ aspect: 'offers', facts: offersFacts({ sellerKey: tenant.sellerKey, ownCents }) });
const images = (main: boolean) =>
  look({ aspect: 'catalog', facts: catalogFacts(main ? {} : { images: [], title: 'Skillet' }) });

const track = (isTracked: boolean) =>
  db.tenant(tenant.tenantId, async (tx) => {
    await sql`update products set is_tracked = ${isTracked} where product_id = ${productId}`.execute(tx);
    if (!isTracked) return;
    const version = await nextWorldVersion(tx, tenant.tenantId);
    await judging().startWatching(tx, { tenantId: tenant.tenantId, productIds: [productId], version });
  });

const statusOf = async (type: string) => {
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ status: number }>`
      select i.status
        from items i
       where i.tenant_id = ${tenant.tenantId}
         and i.item_id = ${`${type}-${productId}`}`.execute(tx),
  );
  return rows[0]?.status;
};

test('an item whose time comes while its product is not tracked is asked for once, and not again and again', async () => {
  await offers(3490);
  await offers(2490);
  await track(false);
  clock.advance(8 * dayMs);

  await judgeDue({ db, clock });

  expect(await findTenantsWithDueItems(db.global, clock.now())).not.toContain(tenant.tenantId);
  expect(await statusOf('price')).toBe(2);
});

test('a product that is tracked again is judged by what is known, and alerts that have ended meanwhile end', async () => {
  await offers(3490);
  await offers(2490);
  await track(false);
  clock.advance(8 * dayMs);
  await judgeDue({ db, clock });

  await track(true);
  await judgeDue({ db, clock });

  expect(await statusOf('price')).toBe(0);
});

test('what was seen while a product was not tracked counts when it is tracked again', async () => {
  await images(true);
  await track(false);
  await images(false);

  await track(true);
  await judgeDue({ db, clock });

  expect(await statusOf('imageMissing')).toBe(2);
});
