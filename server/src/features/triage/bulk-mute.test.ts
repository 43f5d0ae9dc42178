import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb, type BuiltTenant } from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { setIncident } from './incidents.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { bulkSetIssueStatus, muteItem, muteItems } from './triage.ts';
import { worldFor } from '../world/world.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let db: Db;
let tenant: BuiltTenant;
let ids: readonly [string, string];

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const products = [await buildProduct(db, { tenant, judging }), await buildProduct(db, { tenant, judging })] as const;
  ids = [`price-${products[0]}`, `price-${products[1]}`];
});
afterAll(() => db.close());

async function mutes() {
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  const items = Object.values(answer?.watchDogs['price']?.items ?? {});
  const ends = new Map(items.map(({ watchDogId, mutedUntil }) => [watchDogId, mutedUntil]));
  return { version: answer?.state, ends: ids.map((id) => ends.get(id) ?? null) };
}

test('one change mutes many items, including items without a row', async () => {
  await muteItems({ db, clock }, tenant.owner, { watchDogIds: [...ids, ids[0]], minutes: 60 });

  expect((await mutes()).ends).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z']);
});

test('less than one minute unmutes muted items, and changes nothing where none is muted', async () => {
  await muteItems({ db, clock }, tenant.owner, { watchDogIds: ids, minutes: -1 });
  const { ends, version } = await mutes();
  await muteItems({ db, clock }, tenant.owner, { watchDogIds: ids, minutes: 0 });

  expect(ends).toEqual([null, null]);
  expect((await mutes()).version).toBe(version);
});

test('an id of another tenant makes the whole call fail', async () => {
  const other = await buildTenant(db);
  const strange = muteItems({ db, clock }, other.owner, { watchDogIds: ids, minutes: 60 });
  await expect(strange).rejects.toMatchObject({ code: 'notFound' });
  const unknown = muteItems({ db, clock }, tenant.owner, { watchDogIds: [ids[0], 'price-999999'], minutes: 60 });
  await expect(unknown).rejects.toMatchObject({ code: 'notFound' });

  expect((await mutes()).ends).toEqual([null, null]);
});

test('a bulk change leaves out items that no longer exist, and states their number by reason', async () => {
  const judging = createJudging({ db, clock });
  const [untracked, kept] = [await buildProduct(db, { tenant, judging }), await buildProduct(db, { tenant, judging })];
  const createOne = (productId: string, keyword: string) =>
    createKeyword({ db, clock }, tenant.owner, { productId, keyword });
  const { watchDogId: removed } = await createOne(kept, 'moon boots');
  const { watchDogId: keyword } = await createOne(kept, 'snow boots');
  await deactivateKeyword({ db, clock }, tenant.owner, removed);
  await db.tenant(tenant.tenantId, (tx) =>
    sql`update products set is_tracked = false where product_id = ${untracked}`.execute(tx),
  );
  const watchDogIds = [`price-${untracked}`, `imageMissing-${untracked}`, removed, keyword, `price-${kept}`];
  const leftOut = { untracked: 2, removed: 1 };

  expect(await muteItems({ db, clock }, tenant.owner, { watchDogIds, minutes: 60 })).toEqual({ leftOut });
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  const items = Object.values(answer?.watchDogs ?? {}).flatMap((group) => Object.values(group.items ?? {}));
  const isMuted = (id: string) => items.some(({ watchDogId, muted }) => watchDogId === id && muted);
  expect(watchDogIds.filter(isMuted)).toEqual([keyword, `price-${kept}`]);
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql`select muted_until as end from items where item_id = ${removed}`.execute(tx),
  );
  expect(rows).toEqual([{ end: null }]);
  const change = { watchDogIds, issueStatus: 1 };
  expect(await bulkSetIssueStatus({ db, clock }, tenant.owner, change)).toEqual({ leftOut });
  const joined = await setIncident({ db, clock }, tenant.owner, { watchDogIds, incidentId: 'new' });
  expect(joined).toEqual({ leftOut });

  const neverThere = { watchDogIds: [...watchDogIds, `keyword-${kept}-99`], minutes: 60 };
  await expect(muteItems({ db, clock }, tenant.owner, neverThere)).rejects.toMatchObject({ code: 'notFound' });
});

test('a single item is muted like many', async () => {
  await muteItem({ db, clock }, tenant.owner, { id: ids[1], minutes: 60 });

  expect((await mutes()).ends).toEqual([null, '2026-11-20T09:00:00.000Z']);
});
