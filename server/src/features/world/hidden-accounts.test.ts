import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackWorld } from '@app/shared/world/packed/packed-world.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Actor } from '../../http/actor.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { muteItem, setIssueStatus } from '../triage/triage.ts';
import { firstLoader } from './load-first.ts';
import { noticesFor, worldFor } from './world.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let db: Db;
let tenant: BuiltTenant;
let assistant: Actor;
let watchDogId: string;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  assistant = { ...tenant.owner, isOwner: false, hiddenSellerAccountIds: [tenant.sellerAccountId] };
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  watchDogId = `imageMissing-${productId}`;
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
});
afterAll(() => db.close());

async function shownTo(actor: Actor) {
  const { answer } = await worldFor({ db, config, clock }, { actor, state: undefined });
  const items = Object.values(answer?.watchDogs ?? {}).flatMap((group) => Object.keys(group.items));
  return { products: answer?.products.length, items: items.length, notifications: answer?.notifications.length };
}

test('a viewer without access to a seller account gets none of its products, items and notifications', async () => {
  expect(await shownTo(tenant.owner)).toEqual({ products: 1, items: expect.toSatisfy(Boolean), notifications: 1 });
  expect(await shownTo(assistant)).toEqual({ products: 0, items: 0, notifications: 0 });
});

test('a first load from a kept world has only what the rights of its viewer show, before and after they change', async () => {
  const load = firstLoader({ db, clock, config: { ...config, keptWorldBytes: 1_000_000 } });
  const productsOf = async (actor: Actor) => {
    const { products, watchDogs, userEmail } = unpackWorld(JSON.parse(gunzipSync((await load(actor)).gzip).toString()));
    const items = Object.values(watchDogs).flatMap((group) => Object.keys(group.items));
    return { products: products.length, hasItems: items.length > 0, userEmail };
  };
  const colleague = { ...tenant.owner, isOwner: false, email: 'bea@example.com' };

  const all = { products: 1, hasItems: true };
  for (const actor of [tenant.owner, colleague]) {
    expect(await productsOf(actor)).toEqual({ ...all, userEmail: actor.email });
  }
  expect(await productsOf(assistant)).toMatchObject({ products: 0, hasItems: false });
  expect(await productsOf({ ...colleague, hiddenSellerAccountIds: [tenant.sellerAccountId] })).toMatchObject({
    products: 0,
    hasItems: false,
  });
  expect(await productsOf(colleague)).toMatchObject(all);
});

test('a viewer without access to a seller account cannot triage its items, and they seem not to exist', async () => {
  const ctx = { db, clock };

  await expect(setIssueStatus(ctx, assistant, { watchDogId, status: 1 })).rejects.toMatchObject({ code: 'notFound' });
  await expect(muteItem(ctx, assistant, { id: watchDogId, minutes: 60 })).rejects.toMatchObject({ code: 'notFound' });
  await setIssueStatus(ctx, tenant.owner, { watchDogId, status: 1 });
});

test('the notices of every page are those of the world, without accounts that the viewer may not see', async () => {
  await db.tenant(tenant.tenantId, (tx) =>
    sql`
      with announced as (
        update tenants set announcement = 'Maintenance on Saturday' where tenant_id = ${tenant.tenantId}
      )
      update seller_accounts set may_need_reauthorization = true where tenant_id = ${tenant.tenantId}`.execute(tx),
  );
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  const { announcement, accountErrors } = await noticesFor({ db, clock }, tenant.owner);

  expect(announcement).toBe('Maintenance on Saturday');
  expect(accountErrors).toMatchObject([{ sellerId: tenant.sellerAccountId }]);
  expect({ announcement, accountErrors }).toEqual({
    announcement: answer?.announcement,
    accountErrors: answer?.accountErrors,
  });
  expect(await noticesFor({ db, clock }, assistant)).toEqual({ announcement, accountErrors: [] });
});
