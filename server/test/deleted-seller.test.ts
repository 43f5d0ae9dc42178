import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { auditTrail, getSettings } from '@app/shared/contract/accounts.ts';
import { authorizations, deleteSeller, revokeAuthorization, sellerList } from '@app/shared/contract/sellers.ts';
import { productTimeline } from '@app/shared/contract/catalog.ts';
import { listHooks } from '@app/shared/contract/public-api/hooks.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { unpackWorld } from '@app/shared/world/packed/packed-world.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { track } from '../src/features/catalog/tracking/track.ts';
import { deleteAccounts } from '../src/features/sellers/deleted-accounts/delete-accounts.ts';
import type { Db } from '../src/lib/db/db.ts';
import { openFeed, testApi, type Owner } from '../testing/http/api.ts';
import { populate, type PopulatedTenant } from '../testing/database/populate.ts';
import { insertSellerAccount } from '../testing/observing/seller-accounts.ts';
import { listTables } from '../testing/database/tables.ts';

const api = testApi();
const ended: string[] = [];
const marketplace = {
  deleteSubscription: async (_region: string, { subscriptionId }: { readonly subscriptionId: string }) =>
    void ended.push(subscriptionId),
};
let owner: Owner & PopulatedTenant;
let other: string;
let turn = 0;

beforeEach(async () => {
  turn += 1;
  ended.length = 0;
  const marker = `GONE${turn}X`;
  const built = await api.owner();
  owner = await asSuperuser(async (client) =>
    Object.assign(built, await populate(client, { tenantId: built.tenantId, marker })),
  );
  other = await asSuperuser((client) => insertSellerAccount(client, { tenantId: owner.tenantId, name: `KEPT${turn}` }));
});

const asSuperuser = <T>(look: Parameters<typeof withClient<T>>[1]): Promise<T> =>
  withClient(api.database.superuserUrl, look);

const remove = () => owner.send(deleteSeller, { params: { sellerId: owner.sellerAccountId } });
const workerWith = (db: Db) => ({ db, clock: api.clock, log: api.ctx.log, marketplace });

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  return asSuperuser(async (client) => {
    const found = [];
    for (const table of await listTables(client)) {
      const { rows } = await client.query(`select 1 from ${table} t where t::text like $1 limit 1`, [`%${text}%`]);
      if (rows.length > 0) found.push(table);
    }
    return found;
  });
}

test('a deleted seller account disappears from every answer at once, before its rows are deleted', async () => {
  const { state, products } = await owner.call(stateOfTheWorld, { query: {} });
  expect(products).toHaveLength(2);

  expect((await remove()).statusCode).toBe(204);

  const after = await owner.call(stateOfTheWorld, { query: { state } });
  expect(after.full).toBe(true);
  expect(after.products.map(({ sellerId }) => sellerId)).toEqual([other]);
  expect((await owner.call(sellerList)).sellerAccounts.map(({ sellerId }) => sellerId)).toEqual([other]);
  expect((await owner.call(getSettings)).sellerAccounts.map(({ sellerId }) => sellerId)).toEqual([other]);
  const { productId } = owner;
  const answers = [
    await owner.send(productTimeline, { params: { productId }, query: { lookbackDays: 30 } }),
    await owner.send(muteItem, { params: { id: `price-${productId}` }, body: { minutes: 60 } }),
    await remove(),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(await tablesWith(`A${owner.marker}`)).not.toContain('selling_partners');
  await asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from deliveries d where d.tenant_id = $1 and d.state = 'pending' and d.flip_id > 0
                  and d.channel in ('mail', 'push') and d.email_address_id > 0) as pending,
              (select count(*)::int from sweeps s where s.tenant_id = $1 and s.seller_account_id = $2) as sweeps,
              (select count(*)::int from tracking_periods p
                where p.tenant_id = $1 and p.product_id = $3 and p.tracked_to is null) as tracked`,
      [owner.tenantId, owner.sellerAccountId, productId],
    );
    expect(rows).toEqual([{ pending: 0, sweeps: 0, tracked: 0 }]);
  });
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events[0]).toMatchObject({ action: 'seller account deleted', actor: owner.email });
});

test('work that was under way when a seller account was deleted tracks nothing of it again', async () => {
  const { tenantId, sellerAccountId } = owner;
  const parts = { startWatching: async () => undefined, listingSource: 'listings-items' };
  const sellAll = () =>
    asSuperuser((client) =>
      client.query(
        `update products
            set is_tracked = false, is_active = true, tracking_choice = 'tracked'
          where tenant_id = $1`,
        [tenantId],
      ),
    );
  const trackAll = async () => {
    const accounts = { tenantId, sellerAccountIds: [sellerAccountId, other], productIds: null };
    const { newlyTracked } = await api.worker.tenant(tenantId, (tx) =>
      track(tx, parts, { ...accounts, now: api.clock.now() }),
    );
    return newlyTracked.map((product) => product.sellerAccountId).toSorted();
  };
  await sellAll();
  expect(await trackAll()).toEqual([sellerAccountId, other].toSorted());

  await remove();
  await sellAll();
  expect(await trackAll()).toEqual([other]);
});

test('a deletion that is killed at any step is completed, and browsers are told when nothing is left', async () => {
  const feed = await openFeed(api.ctx);
  const heard: string[] = [];
  feed.onDeleted(owner.tenantId, (sellerId) => void heard.push(sellerId));
  const firstLoad = () =>
    owner.request({
      url: '/api/sentinel/stateoftheworld?init=true&packed=true&parts=true',
      headers: { 'accept-encoding': 'gzip' },
    });
  const { state } = await owner.call(stateOfTheWorld, { query: {} });
  await firstLoad();
  await remove();

  for (let lives = 1; lives <= 4; lives += 1) await deleteAccounts(workerWith(dbWithLives(lives))).catch(ignoreDeath);
  while (await deleteAccounts(workerWith(api.worker)));

  await expect.poll(() => heard).toEqual([owner.sellerAccountId]);
  await feed.close();
  expect(ended).toContain(owner.marker);
  // Deleting the account has also ended its hiding, so the rights of the viewer are those of the earlier answers again.
  const after = await owner.call(stateOfTheWorld, { query: { state } });
  expect(after.full).toBe(true);
  expect(after.products.map(({ sellerId }) => sellerId)).toEqual([other]);
  const { products } = unpackWorld(JSON.parse(gunzipSync((await firstLoad()).rawPayload).toString()));
  expect(products.map(({ sellerId }) => sellerId)).toEqual([other]);
  // The tables with the account's own name and with its history.
  const kept = await tablesWith(owner.marker);
  const ofTheSeller = ['products', 'items', 'flips', 'deliveries', 'observations', 'observation_history', 'rank_days'];
  expect(kept).toEqual(expect.arrayContaining(['tenants', 'audit_events']));
  for (const table of [
    ...ofTheSeller,
    'seller_accounts',
    'seller_marketplaces',
    'sales_spreadsheet_recipients',
    'listings',
    'order_products',
    'sales_days',
  ]) {
    expect(kept).not.toContain(table);
  }
});

test('the periods of tracking by seller stay known after the deletion, for billing', async () => {
  const { productId } = owner;
  const periods = (from: string) =>
    asSuperuser(async (client) => {
      const { rows } = await client.query(from, [owner.tenantId, productId]);
      return rows;
    });
  const [{ asin, trackedFrom } = {}] = await periods(
    `select p.asin, t.tracked_from as "trackedFrom"
       from tracking_periods t join products p using (tenant_id, product_id) where t.tenant_id = $1 and t.product_id = $2`,
  );
  const deletedAt = api.clock.now();
  await remove();
  api.clock.advance(60_000);

  for (let lives = 1; lives <= 4; lives += 1) await deleteAccounts(workerWith(dbWithLives(lives))).catch(ignoreDeath);
  while (await deleteAccounts(workerWith(api.worker)));

  expect(await periods('select 1 from tracking_periods where tenant_id = $1 and product_id = $2')).toEqual([]);
  expect(
    await periods(
      `select l.seller_name, l.marketplace, l.asin, l.tracked_from, l.tracked_to from ended_tracking l
        where l.tenant_id = $1 and l.product_id = $2 order by l.tracked_from desc limit 1`,
    ),
  ).toEqual([
    {
      seller_name: expect.stringContaining(owner.marker),
      marketplace: 'US',
      asin,
      tracked_from: trackedFrom,
      tracked_to: deletedAt,
    },
  ]);
});

test('a hook for a deleted seller account alone is listed, and is a hook for no other', async () => {
  await asSuperuser((client) =>
    client.query(
      `update channels
          set hook_seller_account_ids = array[$2::bigint]
        where tenant_id = $1 and channel_id = $3`,
      [owner.tenantId, owner.sellerAccountId, owner.hookId],
    ),
  );
  await remove();

  while (await deleteAccounts(workerWith(api.worker)));

  const { data } = await owner.call(listHooks);
  expect(data).toMatchObject([{ id: owner.hookId, filter: { sellerIds: [] } }]);
});

test('while another tenant has the same seller connected, its notifications go on and its rows stay', async () => {
  const neighbour = await api.owner();
  const marker = `NEAR${turn}X`;
  const theirs = await asSuperuser((client) => populate(client, { tenantId: neighbour.tenantId, marker }));
  await asSuperuser((client) =>
    client.query(
      `insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
       values ('A' || $1, 'NA', $2, $3)`,
      [owner.marker, theirs.tenantId, theirs.sellerAccountId],
    ),
  );
  const before = await tablesWith(marker);
  await remove();

  while (await deleteAccounts(workerWith(api.worker)));

  expect(ended).toEqual([]);
  expect(await tablesWith(marker)).toEqual(before);
});

test('the authorisation of an integration is revoked once, by the owner', async () => {
  const list = async () => (await owner.call(authorizations)).authorizations;
  const ofProgram = { id: owner.ownAuthorizationId, name: `Program of ${owner.marker}`, timestamp: expect.any(Number) };
  expect(await list()).toEqual([
    { id: owner.authorizationId, name: owner.marker, timestamp: expect.any(Number) },
    ofProgram,
  ]);
  const revoke = () => owner.send(revokeAuthorization, { params: { id: owner.authorizationId } });

  expect([(await revoke()).statusCode, (await revoke()).statusCode]).toEqual([204, 404]);
  expect(await list()).toEqual([ofProgram]);
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events[0]).toMatchObject({ action: 'authorization revoked', subject: owner.marker });
});

class WorkerDeath extends Error {}

/** Throws at the end of the n-th transaction, which is rolled back. */
function dbWithLives(lives: number): Db {
  let left = lives;
  return {
    ...api.worker,
    tenant: (tenantId, work) =>
      api.worker.tenant(tenantId, async (tx) => {
        left -= 1;
        const result = await work(tx);
        if (left <= 0) throw new WorkerDeath();
        return result;
      }),
  };
}

function ignoreDeath(error: unknown): void {
  if (!(error instanceof WorkerDeath)) throw error;
}
