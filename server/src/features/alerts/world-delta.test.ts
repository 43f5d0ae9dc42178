import { afterAll, beforeAll, expect, test } from 'vitest';
import { packWorld, unpackWorld } from '@app/shared/world/packed-world.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildProduct, buildTenant, catalogFacts, openTestDb } from '../../../test/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from './ingest.ts';
import { muteItem } from './triage.ts';
import { worldFor } from './world.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

test('a full answer by columns is the plain one, as soon as it is unpacked', async () => {
  const tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [], parentAsin: 'B0PARENT01' }) }]);
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  if (!answer) throw new Error('A full answer is never empty');

  expect(unpackWorld(JSON.parse(JSON.stringify(packWorld(answer))))).toEqual(answer);
});

test('a delta holds what was written since and nothing of before', async () => {
  const tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const first = await buildProduct(db, { tenant, judging });
  await buildProduct(db, { tenant, judging });
  const { answer: before } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  await muteItem({ db, clock }, tenant.owner, { id: `price-${first}`, minutes: 60 });
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: before?.state });

  expect(before?.products).toHaveLength(2);
  expect(answer).toMatchObject({ full: false, products: [], removedProductIds: [] });
  expect(Object.values(answer?.watchDogs ?? {}).flatMap((group) => Object.values(group.items))).toMatchObject([
    { watchDogId: `price-${first}`, muted: true },
  ]);
});
