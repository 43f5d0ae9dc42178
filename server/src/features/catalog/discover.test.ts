import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { marketplace as storeOf } from '@app/shared/base/marketplaces.ts';
import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Participation } from '../../external/marketplace/operations/sellers.ts';
import { observingWorld, type ConnectedTenant } from '../../../testing/observing/observing.ts';
import { parseListingsReport } from './reports/listings-report.ts';

const europe = { sellingPartnerId: 'A1FM00R7V6LQ2E', region: 'EU' } as const;

/** Changes the text of reports before they are read. */
let edit = (text: string, _documentId: string): string => text;
/** The code of a marketplace that the account has left. */
let left = '';
/** Functions that each change one answer about the marketplaces of the account, in the order of the answers. */
let answers: ((stores: readonly Participation[]) => readonly Participation[])[] = [];
/** The id of a marketplace that writes no listings report. */
let silent = '';
const failed = new Set<string>();
/** The marketplaces of requested listings reports by the id of the report, and of the document that was named for it. */
const marketplaceOf = new Map<string | null, string>();
const world = observingWorld({
  marketplace: (real) => ({
    downloadReport: async (...call) => edit(await real.downloadReport(...call), call[1]),
    async participations(access) {
      const stores = (await real.participations(access)).filter((store) => store.marketplace !== left);
      return answers.shift()?.(stores) ?? stores;
    },
    async createReport(access, wish) {
      const reportId = await real.createReport(access, wish);
      if (wish.reportType !== 'GET_MERCHANT_LISTINGS_ALL_DATA') return reportId;
      marketplaceOf.set(reportId, wish.marketplaceIds.join());
      if (wish.marketplaceIds.includes(silent)) failed.add(reportId);
      return reportId;
    },
    async getReport(access, reportId) {
      if (failed.has(reportId)) return { status: 'failed' as const, documentId: null };
      const state = await real.getReport(access, reportId);
      marketplaceOf.set(state.documentId, marketplaceOf.get(reportId) ?? '');
      return state;
    },
  }),
});
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(europe);
});

interface Product {
  readonly asin: string;
  readonly marketplace: string;
  readonly isActive: boolean;
  readonly isTracked: boolean;
  readonly hasSale: boolean;
}

const products = () =>
  world.rows(sql<Product>`
    select p.asin, p.marketplace, p.is_active as "isActive", p.is_tracked as "isTracked",
           coalesce(p.last_sale_at > ${world.clock.now()}::timestamptz - interval '60 days', false) as "hasSale"
      from products p
     where p.tenant_id = ${tenant.tenantId}
     order by p.marketplace, p.asin`);

const isDiscovery = ({ tenantId, source }: { readonly tenantId: string; readonly source: string }) =>
  tenantId === tenant.tenantId && source === 'discovery';

/** Runs a whole discovery. The sandbox writes reports by the clock of the world. */
async function discoverAgain(): Promise<void> {
  const finishedAt = () =>
    world.rows(sql<{ at: Date }>`
      select finished_at as at from sweeps where tenant_id = ${tenant.tenantId} and source = 'discovery'`);
  const before = await finishedAt();
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()} where tenant_id = ${tenant.tenantId} and source = 'discovery'`);
  await expect.poll(async () => (await world.runAllDue(isDiscovery), await finishedAt())).not.toEqual(before);
}

test('a product with a recent sale and an active offer is tracked; without an active offer it is excluded', async () => {
  const all = await products();

  expect(new Set(all.map(({ marketplace }) => marketplace))).toEqual(new Set(['UK', 'DE']));
  expect(all.filter(({ isTracked, isActive, hasSale }) => isTracked !== (isActive && hasSale))).toEqual([]);
  expect(all.some(({ isTracked }) => isTracked)).toBe(true);
  expect(all.some(({ isActive }) => !isActive)).toBe(true);
  expect(all.some(({ isActive, hasSale }) => isActive && !hasSale)).toBe(true);
});

test('the account counts as set up, each tracked product has a period, and every marketplace its sweeps', async () => {
  const tracked = (await products()).filter(({ isTracked }) => isTracked);

  expect(
    await world.rows(sql`
      select a.setup_completed_at is not null as "isSetUp",
             (select count(*)::int from tracking_periods t
               where t.tenant_id = ${tenant.tenantId} and t.tracked_to is null) as periods,
             array(select distinct s.marketplace from sweeps s
                    where s.tenant_id = ${tenant.tenantId} and s.source = 'listing-offers' order by 1) as sweeps,
             array(select s.source from sweeps s
                    where s.tenant_id = ${tenant.tenantId} and s.marketplace = '' order by 1) as "ofAccount",
             array(select m.marketplace from seller_marketplaces m
                    where m.tenant_id = ${tenant.tenantId} order by 1) as marketplaces
        from seller_accounts a
       where a.tenant_id = ${tenant.tenantId}`),
  ).toEqual([
    {
      isSetUp: true,
      periods: tracked.length,
      sweeps: ['DE', 'UK'],
      ofAccount: ['advertising', 'discovery', 'order-fees', 'order-history', 'orders', 'subscriptions'],
      marketplaces: ['DE', 'UK'],
    },
  ]);
});

test('a second discovery changes nothing', async () => {
  const before = await products();

  await discoverAgain();

  expect(await products()).toEqual(before);
});

test('a discovery that was killed continues at the same step', async () => {
  const before = await products();
  const read: string[] = [];

  edit = (text, documentId) => {
    read.push(documentId);
    if (read.length === 2) throw new Error('killed');
    return text;
  };
  await discoverAgain();
  edit = (text) => text;

  expect(world.log.splice(0).map(({ msg }) => msg)).toEqual(['looking at the marketplace has failed']);
  // Each report was read once, and the report of the killed step was read once more.
  expect({ documents: new Set(read).size, read: read.length }).toEqual({ documents: 2, read: 3 });
  expect(await products()).toEqual(before);
});

test('a listing that is gone from the report leaves the dashboard, and returns with the next report that has it', async () => {
  const before = await products();
  const gone = before.find(({ isTracked, marketplace }) => isTracked && marketplace === 'UK');
  if (!gone) throw new Error('Something is tracked');

  edit = (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes(gone.asin))
      .join('\n');
  await discoverAgain();
  const without = await products();
  const periods = await world.rows(sql`
    select 1 from tracking_periods t join products p using (tenant_id, product_id)
     where p.asin = ${gone.asin} and p.marketplace = 'UK' and t.tracked_to is not null`);
  edit = (text) => text;
  await discoverAgain();

  const { asin, marketplace } = gone;
  expect(without).toContainEqual({ ...gone, isActive: false, isTracked: false });
  expect(without.filter((product) => product.asin !== asin)).toEqual(before.filter((product) => product.asin !== asin));
  expect(periods).toHaveLength(1);
  expect(await products()).toContainEqual({ asin, marketplace, isActive: true, isTracked: true, hasSale: true });
});

const cap = (isCapped: boolean) =>
  world.rows(sql`update tenants set is_capped = ${isCapped} where tenant_id = ${tenant.tenantId}`);

test('a budget that is reached keeps new products from being tracked, and leaves those that are', async () => {
  const before = await products();
  const [returning, ...staying] = before.filter(({ isTracked, marketplace }) => isTracked && marketplace === 'UK');
  if (!returning || staying.length === 0) throw new Error('Two products are tracked');
  edit = (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes(returning.asin))
      .join('\n');
  await discoverAgain();
  edit = (text) => text;

  await cap(true);
  await discoverAgain();
  const capped = await products();
  await cap(false);
  await discoverAgain();

  expect(capped).toContainEqual({ ...returning, isTracked: false });
  expect(capped).toEqual(expect.arrayContaining(staying));
  expect(await products()).toEqual(before);
});

test('an alert about a listing that is gone ends, even if nothing else has changed', async () => {
  const [two] = await world.rows(sql<{ productId: string; sku: string }>`
    select p.product_id as "productId", min(l.sku) as sku
      from products p
      join listings l using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.is_tracked
     group by p.product_id
    having count(*) = 2`);
  if (!two) throw new Error('A product has two listings');
  const [seen] = await world.rows(sql<{ facts: ListingFacts }>`
    select o.facts from observations o
     where o.product_id = ${two.productId} and o.aspect = 'listing' and o.sku = ${two.sku}`);
  if (!seen) throw new Error('Its listings were looked at');
  const observedAt = new Date(world.clock.now().getTime() + 1000);
  const facts = { ...seen.facts, status: [], ownQuantity: 5 };
  await world.ctx.judging.ingest(tenant.tenantId, [{ ...two, aspect: 'listing', facts, observedAt }]);
  const status = async () =>
    (
      await world.rows(sql<{ status: number }>`
      select i.status from items i where i.item_id = ${`listingSuspended-${two.productId}`}`)
    )[0]?.status;
  const before = await status();
  const factsVersion = async () =>
    (
      await world.rows(sql<{ version: string }>`
        select facts_version as version from products where product_id = ${two.productId}`)
    )[0]?.version;
  const knownAt = Number(await factsVersion());

  edit = (text) =>
    text
      .split('\n')
      .filter((line) => !line.split('\t').includes(two.sku))
      .join('\n');
  await discoverAgain();
  await world.judgeDue();
  edit = (text) => text;

  expect(before).toBe(2);
  expect(await status()).toBe(0);
  // The raised version tells other workers to forget that they know the facts of the listing.
  expect(Number(await factsVersion())).toBeGreaterThan(knownAt);
});

test('facts that an answer under way has recorded for a listing that is gone are removed by the next report', async () => {
  const [listing] = await world.rows(sql<{ productId: string; sku: string }>`
    select p.product_id as "productId", l.sku
      from products p
      join listings l using (tenant_id, product_id)
      join observations o using (tenant_id, product_id, sku)
     where p.tenant_id = ${tenant.tenantId} and p.is_tracked
     order by p.product_id, l.sku
     limit 1`);
  if (!listing) throw new Error('A tracked product has facts');
  const recorded = () =>
    world.rows<{ sku: string; aspect: string }>(sql`
      select distinct o.sku, o.aspect
        from observations o
       where o.product_id = ${listing.productId}
       order by o.sku, o.aspect`);
  const before = await recorded();
  await world.rows(sql`
    insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
    select o.tenant_id, o.product_id, o.aspect, 'GONE-1', o.facts, o.hash, o.observed_at
      from observations o
     where o.product_id = ${listing.productId} and o.sku = ${listing.sku}
    returning 1`);
  expect((await recorded()).length).toBeGreaterThan(before.length);

  await discoverAgain();

  expect(before.some(({ sku }) => sku === listing.sku)).toBe(true);
  expect(await recorded()).toEqual(before);
});

const knownStores = () =>
  world.rows<{ marketplace: string }>(sql`
    select m.marketplace from seller_marketplaces m where m.tenant_id = ${tenant.tenantId} order by 1`);

test('products of a marketplace that the account has left are inactive, and orders are asked of the others alone', async () => {
  const active = async () =>
    new Set((await products()).filter(({ isActive }) => isActive).map((product) => product.marketplace));
  const before = await products();
  left = 'DE';

  await discoverAgain();
  expect(await knownStores()).toEqual([{ marketplace: 'UK' }]);
  expect(await active()).toEqual(new Set(['UK']));

  left = '';
  await discoverAgain();
  expect(await knownStores()).toHaveLength(2);
  expect(await products()).toEqual(before);
});

const withoutGermany = (stores: readonly Participation[]) => stores.filter((store) => store.marketplace !== 'DE');

const sweepsOf = (marketplace: string) =>
  world.rows(sql`
    select s.source, s.due_at as at
      from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.marketplace = ${marketplace}
     order by s.source`);

test('a marketplace that one answer alone leaves out keeps its products, and takes part in the same discovery', async () => {
  const [before, sweepsBefore] = [await products(), await sweepsOf('DE')];
  const read: string[] = [];
  edit = (text, documentId) => (read.push(documentId), text);
  answers = [withoutGermany];

  await discoverAgain();

  edit = (text) => text;
  expect(answers).toEqual([]);
  expect(await knownStores()).toHaveLength(2);
  expect(await products()).toEqual(before);
  expect(await sweepsOf('DE')).toEqual(sweepsBefore);
  expect(new Set(read).size).toBe(2);
});

test('the second answer about a marketplace is asked for minutes later', async () => {
  const started = Date.now();
  let second = 0;
  answers = [withoutGermany, (stores) => ((second = Date.now()), stores)];

  await discoverAgain();

  // The world runs 200 times as fast.
  expect((second - started) * 200).toBeGreaterThanOrEqual(5 * 60_000);
});

test('an answer without any marketplace fails the discovery, and ends no sweep', async () => {
  const [before, sweepsBefore] = [await products(), await sweepsOf('DE')];
  answers = [() => []];

  await discoverAgain();

  expect(world.log.splice(0)).toEqual([
    expect.objectContaining({ reason: 'getMarketplaceParticipations: no marketplace is named' }),
  ]);
  expect(await sweepsOf('DE')).toEqual(sweepsBefore);
  expect(await products()).toEqual(before);
});

test('a marketplace that fails to write its report each time keeps its products, and the others are read', async () => {
  const before = await products();
  silent = storeOf('DE').id;

  await discoverAgain();

  silent = '';
  expect(failed.size).toBe(3);
  expect(await products()).toEqual(before);
});

/** Replaces the listings reports of these marketplaces by documents that are none. */
function damageReportsOf(...codes: readonly string[]): void {
  const ids = codes.map((code) => storeOf(code).id);
  edit = (text, documentId) => (ids.includes(marketplaceOf.get(documentId) ?? '') ? '<Error/>' : text);
}

test('a marketplace whose report cannot be read keeps its products, and the others are read', async () => {
  const before = await products();
  damageReportsOf('DE');

  await discoverAgain();

  edit = (text) => text;
  expect(await products()).toEqual(before);
});

test('a discovery that can read no report starts over', async () => {
  const before = await products();
  const sweep = () =>
    world.rows(sql<{ failures: number; error: string | null; isOver: boolean }>`
      select failures, last_error as error, pass_started_at is null as "isOver"
        from sweeps
       where tenant_id = ${tenant.tenantId} and source = 'discovery'`);
  damageReportsOf('DE', 'UK');
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()} where tenant_id = ${tenant.tenantId} and source = 'discovery'`);

  const failure = { failures: 1, error: expect.stringContaining('no listings report'), isOver: true };
  await expect.poll(async () => (await world.runAllDue(isDiscovery), await sweep())).toEqual([failure]);
  edit = (text) => text;
  await discoverAgain();

  expect(await products()).toEqual(before);
});

test('an empty report deletes nothing', async () => {
  const before = await products();

  edit = (text) => text.split('\n')[0] ?? '';
  await discoverAgain();
  edit = (text) => text;

  expect(await products()).toEqual(before);
});

test('a suspended product stays tracked although its offer is not active', async () => {
  const suspended = (await products()).find(({ isTracked, marketplace }) => isTracked && marketplace === 'DE');
  if (!suspended) throw new Error('Something is tracked');
  const { asin, marketplace } = suspended;
  await world.happen({ type: 'listingSuspended', asin, marketplace });
  world.clock.advance(0.5);
  await world.runAllDue(({ source, tenantId }) => tenantId === tenant.tenantId && source === 'listings-items');

  await discoverAgain();

  expect(await products()).toContainEqual({ ...suspended, isActive: false });
  await world.happen({ type: 'listingRestored', asin, marketplace });
});

const look = async () => {
  world.clock.advance(0.5);
  await world.runAllDue(({ source, tenantId }) => tenantId === tenant.tenantId && source === 'listings-items');
};

test('a product that was back on offer between two reports stays tracked until a check has seen why it is inactive again', async () => {
  const suspended = (await products()).find(({ isTracked, marketplace }) => isTracked && marketplace === 'DE');
  if (!suspended) throw new Error('Something is tracked');
  const { asin, marketplace } = suspended;
  await world.happen({ type: 'listingSuspended', asin, marketplace });
  await look();
  await discoverAgain();
  await world.rows(sql`
    update products p
       set inactive_since = (p.inactive_since at time zone 'UTC' - interval '3 days') at time zone 'UTC'
     where p.tenant_id = ${tenant.tenantId} and p.asin = ${asin} and p.marketplace = ${marketplace}`);
  await world.happen({ type: 'listingRestored', asin, marketplace });
  await look();

  await world.happen({ type: 'listingSuspended', asin, marketplace });
  await discoverAgain();

  expect(await products()).toContainEqual({ ...suspended, isActive: false });
  await world.happen({ type: 'listingRestored', asin, marketplace });
});

test('a suspended product is not tracked any more once the account has left its marketplace, and keeps its history', async () => {
  const suspended = (await products()).find(({ isTracked, marketplace }) => isTracked && marketplace === 'DE');
  const other = (await products()).find(({ isTracked, marketplace }) => isTracked && marketplace === 'UK');
  if (!suspended || !other) throw new Error('Something is tracked');
  const { asin, marketplace } = suspended;
  const openPeriods = () =>
    world.rows(sql`
      select 1 from tracking_periods t join products p using (tenant_id, product_id)
       where p.tenant_id = ${tenant.tenantId} and p.asin = ${asin} and p.marketplace = ${marketplace}
         and t.tracked_to is null`);
  const alerts = () =>
    world.rows(sql`
      select f.flip_id from flips f join products p using (tenant_id, product_id)
       where p.tenant_id = ${tenant.tenantId} and p.asin = ${asin} and p.marketplace = ${marketplace}
         and f.type = 'listingSuspended' and f.to_status = 2
       order by f.flip_id`);
  const happen = async (type: string) => {
    for (const product of [suspended, other]) {
      await world.happen({ type, asin: product.asin, marketplace: product.marketplace });
    }
  };
  await happen('listingSuspended');
  await look();
  await discoverAgain();
  const [whilePresent, alertsBefore] = [await products(), await alerts()];
  left = 'DE';

  await discoverAgain();

  expect(whilePresent).toContainEqual({ ...suspended, isActive: false });
  expect(await products()).toContainEqual({ ...suspended, isActive: false, isTracked: false });
  expect(await openPeriods()).toEqual([]);
  expect(alertsBefore.length).toBeGreaterThan(0);
  expect(await alerts()).toEqual(alertsBefore);
  expect(await products()).toContainEqual({ ...other, isActive: false });

  left = '';
  await happen('listingRestored');
  await discoverAgain();
  expect(await products()).toContainEqual({ ...suspended, isActive: true });
  expect(await openPeriods()).toHaveLength(1);
});

/** Returns a tracked product on offer whose whole stock is at Amazon. */
async function lyingAtAmazon(marketplace: string) {
  const [product] = await world.rows(sql<{ asin: string; fulfillable: number }>`
    select p.asin, min(p.in_stock_qty) as fulfillable
      from products p
      join observations o using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = ${marketplace} and p.is_tracked and p.is_active
       and o.aspect = 'listing' and o.facts -> 'isFulfilledByAmazon' = 'true' and p.in_stock_qty > 0
     group by p.asin
    having count(*) = 1
     order by p.asin`);
  if (!product) throw new Error('Something is tracked that lies at Amazon');
  return { ...product, marketplace };
}

async function suspensionOf({ asin, marketplace }: Pick<Product, 'asin' | 'marketplace'>) {
  const [item] = await world.rows(sql<{ status: number }>`
    select i.status from items i join products p using (tenant_id, product_id)
     where i.tenant_id = ${tenant.tenantId} and i.type = 'listingSuspended'
       and p.asin = ${asin} and p.marketplace = ${marketplace}`);
  return item?.status;
}

test('a product whose offer is not active stays tracked until its listings were observed after that', async () => {
  const { asin, fulfillable } = await lyingAtAmazon('DE');
  const stock = { type: 'stockChanged', asin, marketplace: 'DE' } as const;
  const known = { asin, marketplace: 'DE', hasSale: true };

  edit = (text) =>
    text
      .split('\n')
      .map((line) => (line.includes(asin) ? line.replace(/\tActive(?=\s|$)/, '\tInactive') : line))
      .join('\n');
  await discoverAgain();
  await look();
  // The listing was observed on offer after the last report; the report of this discovery is newer again.
  await discoverAgain();
  const whileOnOffer = await products();
  await world.happen({ ...stock, fulfillable: 0 });
  await look();
  await discoverAgain();
  const afterTheLook = await products();
  edit = (text) => text;
  await world.happen({ ...stock, fulfillable });
  await discoverAgain();

  expect(whileOnOffer).toContainEqual({ ...known, isActive: false, isTracked: true });
  expect(afterTheLook).toContainEqual({ ...known, isActive: false, isTracked: false });
  expect(await products()).toContainEqual({ ...known, isActive: true, isTracked: true });
});

test('a product that is suspended just before the report still alerts', async () => {
  const suspended = (await products()).find(
    ({ isTracked, isActive, marketplace }) => isTracked && isActive && marketplace === 'UK',
  );
  if (!suspended) throw new Error('Something is tracked');
  const { asin, marketplace } = suspended;
  await world.happen({ type: 'listingSuspended', asin, marketplace });

  await discoverAgain();
  await look();

  expect(await suspensionOf({ asin, marketplace })).toBe(2);
  await world.happen({ type: 'listingRestored', asin, marketplace });
});

test('a product that is suspended just after its stock came back still alerts', async () => {
  const { asin, marketplace, fulfillable } = await lyingAtAmazon('DE');
  const stock = { type: 'stockChanged', asin, marketplace } as const;
  await world.happen({ ...stock, fulfillable: 0 });
  await look();
  await world.happen({ ...stock, fulfillable });
  await world.happen({ type: 'listingSuspended', asin, marketplace });

  await discoverAgain();
  await look();

  expect(await suspensionOf({ asin, marketplace })).toBe(2);
  await world.happen({ type: 'listingRestored', asin, marketplace });
});

test('the report of the sandbox can be read by the product', async () => {
  let text = '';
  edit = (seen) => (text = seen);
  await discoverAgain();
  edit = (seen) => seen;

  expect(parseListingsReport(text)).toMatchObject({ skipped: 0 });
});

test.each([
  ['is no listings report', () => '<Error/>'],
  ['was cut off within a row', (text: string) => text.slice(0, text.lastIndexOf('\t'))],
])('a document that %s is dropped, another report requested, and no listing forgotten', async (_what, spoilt) => {
  const before = await products();
  const downloaded: string[] = [];
  edit = (text, documentId) => {
    downloaded.push(documentId);
    return documentId === downloaded[0] ? spoilt(text) : text;
  };

  await discoverAgain();
  edit = (text) => text;

  expect(new Set(downloaded).size).toBeGreaterThan(2);
  expect(await products()).toEqual(before);
});
