import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OffersFacts } from '@app/shared/watchdogs/observations.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildProduct, buildTenant, offersFacts, openTestDb, type BuiltTenant } from '../../../test/factories.ts';
import type { Db } from '../../lib/db/db.ts';
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
  productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  await see(offersFacts({ sellerKey: tenant.sellerKey }));
  await see(offersFacts({ sellerKey: tenant.sellerKey, ownCents: 2490 }));
});

afterAll(() => db.close());

const untold: OffersFacts = { offers: [], totalOffers: null, buyBox: null, ownPrice: null };

function see(facts: OffersFacts) {
  clock.advance(60_000);
  const observation = { productId, aspect: 'offers', sku: 'SKILLET-26', facts, observedAt: clock.now() } as const;
  return createJudging({ db, clock }).ingest(tenant.tenantId, [observation]);
}

async function price() {
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ status: number; message: string | null }>`
      select i.status, i.message
        from items i
       where i.tenant_id = ${tenant.tenantId}
         and i.item_id = ${`price-${productId}`}`.execute(tx),
  );
  return rows[0];
}

const overText = 'Your price was $24.90 when it was last told';

test('news ends with its window, though its source tells nothing any more', async () => {
  await see(untold);
  clock.advance(6 * dayMs);
  await judgeDue({ db, clock });
  expect(await price()).toMatchObject({ status: 2 });

  clock.advance(dayMs);
  await judgeDue({ db, clock });

  expect(await price()).toEqual({ status: 0, message: overText });
});

test('a look that tells nothing when the window is over does not keep it open', async () => {
  clock.advance(7 * dayMs);
  await see(untold);
  await judgeDue({ db, clock });

  expect(await price()).toEqual({ status: 0, message: overText });
});
