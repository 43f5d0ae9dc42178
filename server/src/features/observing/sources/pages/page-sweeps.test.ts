import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import { offersFacts } from '../../../../../testing/database/factories.ts';
import { openPages } from '../../../../external/pages/open-pages.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { judgeDue } from '../../../judging/due.ts';
import { ensureSweeps, lookAgain } from '../../sweeping/due/account-sweeps-queries.ts';
import { listFreshness } from '../../freshness.ts';
import { makeSearchDue } from '../../sweeping/sweep-queries.ts';
import { loadPageBudgets } from '../../quota/page-pace.ts';
import { offeredSources } from '../registry.ts';
import type { SweepKey } from '../../sweeping/sweep-queries.ts';

const world = observingWorld({ speedup: 1 });
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
let tenant: ConnectedTenant;
let spareAsins: readonly string[] = [];
let products: readonly { readonly productId: string; readonly asin: string }[];

interface Summary {
  readonly sellers: readonly {
    readonly sellingPartnerId: string;
    readonly products: readonly { readonly asin: string; readonly marketplace: string; readonly suspended: boolean }[];
  }[];
}

/** Twelve products of the seller are tracked, and pages are configured. */
beforeAll(async () => {
  tenant = await world.connect(america);
  const { tenantId, sellerAccountId } = tenant;
  const { sellers } = (await world.sandbox.control('GET', '/sandbox/world')) as Summary;
  const [asins, spare] = cut(
    sellers
      .filter(({ sellingPartnerId }) => sellingPartnerId === america.sellingPartnerId)
      .flatMap((seller) => seller.products.filter((one) => one.marketplace === 'US' && !one.suspended))
      .map(({ asin }) => asin),
  );
  spareAsins = spare;
  await world.ctx.db.tenant(tenantId, async (tx) => {
    const productIds = await track(tx, asins);
    products = productIds.map((productId, index) => ({ productId, asin: asins[index] ?? '' }));
    const key = { tenantId, sellerAccountId, marketplace: '', source: '' };
    const sources = offeredSources(world.ctx.config);
    await ensureSweeps(tx, key, { marketplaces: ['US'], sources, now: world.clock.now() });
  });
});

const cut = (asins: readonly string[]) => [asins.slice(0, 12), asins.slice(12)] as const;

async function track(tx: Tx, asins: readonly string[]): Promise<readonly string[]> {
  const { tenantId, sellerAccountId } = tenant;
  const { rows } = await sql<{ productId: string }>`
    insert into products (
      tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
    )
    select ${tenantId}, ${sellerAccountId}, 'US', a.asin, 'Product ' || a.asin, true, true, 1, now()
      from unnest(${asins}::text[]) with ordinality as a (asin, place)
     order by a.place
    returning product_id as "productId"`.execute(tx);
  const productIds = rows.map(({ productId }) => productId);
  await world.ctx.judging.startWatching(tx, { tenantId, productIds, version: '1' });
  return productIds;
}

const sweepOf = (source: string) => (key: SweepKey) => key.tenantId === tenant.tenantId && key.source === source;

const factsOf = (aspect: Aspect) =>
  world.rows(sql<{ productId: string; sku: string; facts: Record<string, unknown> }>`
    select o.product_id as "productId", o.sku, o.facts
      from observations o
     where o.tenant_id = ${tenant.tenantId} and o.aspect = ${aspect}
     order by o.product_id, o.sku`);

async function sweepState(source: string) {
  const [row] = await world.rows(sql<{ dueAt: Date; everyMs: number | null; failures: number; confirmedAt: Date }>`
    select s.due_at as "dueAt", (s.cursor ->> 'everyMs')::float8 as "everyMs", s.failures, s.confirmed_at as "confirmedAt"
      from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.source = ${source} and s.marketplace = 'US'`);
  if (!row) throw new Error(`There is no sweep ${source}`);
  return row;
}

const spent = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (
      await world.rows(sql<{ purpose: string; used: number }>`
        select c.purpose, sum(c.used)::int as used
          from page_credits c
         where c.tenant_id = ${tenant.tenantId}
         group by c.purpose`)
    ).map(({ purpose, used }) => [purpose, used]),
  );

/** The number of requests that the provider has charged for. */
async function countCharged(operation: string): Promise<number> {
  const calls = (await world.sandbox.control('GET', '/sandbox/calls')) as readonly {
    readonly operation: string;
    readonly credits: number;
  }[];
  return calls.find((call) => call.operation === operation)?.credits ?? 0;
}

test('a pass reads the page of each product once, and its credits are counted', async () => {
  await world.runAllDue(sweepOf('product-pages'));

  const told = await Promise.all((['reviews', 'rating', 'badges'] as const).map(factsOf));
  const { everyMs, dueAt, confirmedAt } = await sweepState('product-pages');
  expect(told.map((rows) => rows.length)).toEqual([12, 12, 12]);
  expect(await spent()).toEqual({ products: 12 });
  expect(await countCharged('rainforest.product')).toBe(12);
  // Twelve credits per product and day pay for a pass every two hours, although badges are wanted every half hour.
  expect(everyMs).toBe(2 * hourMs);
  expect(dueAt.getTime() - confirmedAt.getTime()).toBe(2 * hourMs);
});

test('a bad review is found by the next pass', async () => {
  const [product] = products;
  const review = { rating: 1, title: 'Cracked', body: 'After a week.' };
  await world.happen({ type: 'reviewPosted', asin: product?.asin ?? '', marketplace: 'US', ...review });

  world.clock.advance(121);
  await world.runAllDue(sweepOf('product-pages'));

  const [first] = (await factsOf('reviews')).filter(({ productId }) => productId === product?.productId);
  const items = await world.rows(sql<{ status: number }>`
    select i.status
      from items i
     where i.tenant_id = ${tenant.tenantId} and i.product_id = ${product?.productId ?? ''} and i.type = 'badReview'`);
  expect(first?.facts).toMatchObject({ top: expect.arrayContaining([expect.objectContaining(review)]) });
  expect(items).toEqual([{ status: 2 }]);
});

test('a page tells the name of the seller who took the buy box, and the open alert is written anew with it', async () => {
  const { tenantId } = tenant;
  const { productId = '', asin = '' } = products[2] ?? {};
  const event = { type: 'buyBoxLost', asin, marketplace: 'US' };
  const { detail } = (await world.sandbox.control('POST', '/sandbox/events', event)) as {
    readonly detail: { readonly winner: string; readonly winnerName: string };
  };
  const facts = offersFacts({
    sellerKey: america.sellingPartnerId,
    others: [{ sellerId: detail.winner, cents: 1500, wins: true }],
  });
  const seen = { productId, aspect: 'offers', sku: 'S', observedAt: world.clock.now(), facts } as const;
  await world.ctx.judging.ingest(tenantId, [seen]);
  const alert = async () => {
    const [item] = await world.rows(sql<{ message: string; revision: number }>`
      select i.message, i.revision
        from items i
       where i.tenant_id = ${tenantId} and i.product_id = ${productId} and i.type = 'lostBuybox'`);
    return item;
  };
  const before = await alert();

  world.clock.advance(121);
  await world.runAllDue(sweepOf('product-pages'));
  await judgeDue(world.ctx);

  expect(before?.message).toContain(`is with seller ${detail.winner} at $15.00`);
  expect(await alert()).toEqual({
    message: before?.message.replace(detail.winner, detail.winnerName),
    revision: before?.revision,
  });
});

test('the page of a new product is read without a whole pass, which would cost too much', async () => {
  const { tenantId, sellerAccountId } = tenant;
  const [asin] = spareAsins;
  const before = await countCharged('rainforest.product');
  await world.ctx.db.tenant(tenantId, async (tx) => {
    const [productId = ''] = await track(tx, [asin ?? '']);
    const key = { tenantId, sellerAccountId, marketplace: '', source: '' };
    await lookAgain(tx, key, { productIds: [productId], now: world.clock.now() });
  });

  await world.runAllDue(sweepOf('product-pages'));
  await world.runAllDue(sweepOf('new-product-pages'));

  expect(await countCharged('rainforest.product')).toBe(before + 1);
  expect(await factsOf('badges')).toHaveLength(13);
  await world.rows(sql`update products set is_tracked = false where asin = ${asin} returning 1`);
});

test('another layout of a page with the same content changes neither rating nor badge', async () => {
  const [, product] = products;
  const before = await Promise.all([factsOf('rating'), factsOf('badges')]);
  await world.happen({ type: 'noise', asin: product?.asin ?? '', marketplace: 'US' });

  world.clock.advance(121);
  await world.runAllDue(sweepOf('product-pages'));

  const [rating, badges] = await Promise.all([factsOf('rating'), factsOf('badges')]);
  const untold = badges.filter(({ facts }) => facts['hasAddToCart'] === null);
  expect(rating).toEqual(before[0]);
  expect(untold.map(({ productId }) => productId)).toEqual([product?.productId]);
  expect(badges.map(({ facts }) => facts['choice'])).toEqual(before[1].map(({ facts }) => facts['choice']));
});

test('when the credits of the day are used up, the pass goes on the next day and does not count as failed', async () => {
  const { tenantId } = tenant;
  const allow = (credits: number | null) =>
    world.rows(sql`update tenants set page_credits_per_day = ${credits} where tenant_id = ${tenantId} returning 1`);
  await allow(10);
  const before = await countCharged('rainforest.product');

  world.clock.advance(24 * 60);
  await world.runAllDue(sweepOf('product-pages'));

  const { dueAt, failures } = await sweepState('product-pages');
  const now = world.clock.now();
  expect(await countCharged('rainforest.product')).toBe(before + 10);
  expect({ dueAt, failures }).toEqual({
    dueAt: new Date(Math.ceil(now.getTime() / (24 * hourMs)) * 24 * hourMs),
    failures: 0,
  });

  world.clock.advance((dueAt.getTime() - now.getTime()) / minuteMs + 1);
  await world.runAllDue(sweepOf('product-pages'));

  // Ten credits a day for twelve products: one pass in 28.8 hours.
  expect(await countCharged('rainforest.product')).toBe(before + 12);
  expect((await sweepState('product-pages')).everyMs).toBe(28.8 * hourMs);
  await allow(null);
});

test('products for which the credits of a day do not suffice are the first of the next day', async () => {
  const { tenantId } = tenant;
  const allow = (credits: number | null) =>
    world.rows(sql`update tenants set page_credits_per_day = ${credits} where tenant_id = ${tenantId} returning 1`);
  await allow(10);
  world.clock.advance(48 * 60);
  await world.rows(sql`
    insert into page_credits (tenant_id, day, purpose, used)
    values (${tenantId}, ${world.clock.now().toISOString().slice(0, 10)}::date, 'products', 3)`);
  const before = await countCharged('rainforest.product');

  await world.runAllDue(sweepOf('product-pages'));

  expect(await countCharged('rainforest.product')).toBe(before + 7);
  const { dueAt } = await sweepState('product-pages');
  world.clock.advance((dueAt.getTime() - world.clock.now().getTime()) / minuteMs + 1);
  await world.runAllDue(sweepOf('product-pages'));

  expect(await countCharged('rainforest.product')).toBe(before + 12);
  await allow(null);
});

async function addKeyword(product: { readonly productId: string } | undefined, keyword: string): Promise<void> {
  const { tenantId } = tenant;
  const productId = product?.productId ?? '';
  await world.ctx.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into items (tenant_id, item_id, product_id, type, status, settings, version)
      values (
        ${tenantId}, ${`keyword-${productId}-${keyword}`}, ${productId}, 'keyword', 99,
        jsonb_build_object('keyword', ${keyword}::text, 'absoluteThreshold', 5), 1
      )`.execute(tx);
    await makeSearchDue(tx, tenantId, { productId, now: world.clock.now() });
  });
}

test('a keyword is searched for as soon as it is added, once for all products with it', async () => {
  const [one, other] = products;
  const phrase = 'gift for her';
  await world.happen({
    type: 'searchRankChanged',
    asin: one?.asin ?? '',
    marketplace: 'US',
    keyword: phrase,
    position: 3,
  });
  await world.runAllDue(sweepOf('new-search-pages'));
  await addKeyword(one, phrase);
  await addKeyword(other, phrase);
  const before = await countCharged('rainforest.search');

  await world.runAllDue(sweepOf('new-search-pages'));
  await world.runAllDue(sweepOf('new-search-pages'));

  expect(await factsOf('searchRank')).toEqual([
    { productId: one?.productId, sku: phrase, facts: { keyword: phrase, position: 3, seen: 3 } },
    { productId: other?.productId, sku: phrase, facts: { keyword: phrase, position: null, seen: 150 } },
  ]);
  // Three pages of sixty results, because the second product is on none of them.
  expect(await countCharged('rainforest.search')).toBe(before + 3);
  expect((await spent())['searches']).toBe(3);
});

test('a product that falls in the results is found by the next pass of all keywords', async () => {
  const [one] = products;
  const phrase = 'gift for her';
  await world.happen({
    type: 'searchRankChanged',
    asin: one?.asin ?? '',
    marketplace: 'US',
    keyword: phrase,
    position: 30,
  });

  world.clock.advance(361);
  await world.runAllDue(sweepOf('search-pages'));

  const items = await world.rows(sql<{ status: number; productId: string }>`
    select i.product_id as "productId", i.status
      from items i
     where i.tenant_id = ${tenant.tenantId} and i.type = 'keyword'
     order by i.product_id`);
  expect(items[0]).toEqual({ productId: one?.productId, status: 2 });
  expect((await sweepState('search-pages')).everyMs).toBe(6 * hourMs);
});

test('phrases for which the credits of a day do not suffice are the first of the next day', async () => {
  const { tenantId } = tenant;
  const [one, other] = products;
  await addKeyword(one, 'tea kettle');
  await addKeyword(other, 'wine glass');
  world.clock.advance(24 * 60);
  const now = world.clock.now();
  const budgets = await world.ctx.db.tenant(tenantId, (tx) => loadPageBudgets(tx, world.ctx.config, tenantId));
  const creditsOfOneSearch = 4;
  await world.rows(sql`
    insert into page_credits (tenant_id, day, purpose, used)
    values (
      ${tenantId}, ${now.toISOString().slice(0, 10)}::date, 'searches',
      ${Math.floor(budgets?.searches.credits ?? 0) - creditsOfOneSearch}
    )
    returning 1`);

  await world.runAllDue(sweepOf('search-pages'));

  const { dueAt } = await sweepState('search-pages');
  expect(dueAt).toEqual(new Date(Math.ceil(now.getTime() / (24 * hourMs)) * 24 * hourMs));
  world.clock.advance((dueAt.getTime() - now.getTime()) / minuteMs + 1);
  await world.runAllDue(sweepOf('search-pages'));
  const searched = new Set((await factsOf('searchRank')).map(({ sku }) => sku));
  expect([...searched].toSorted()).toEqual(['gift for her', 'tea kettle', 'wine glass']);
});

const providerOf = (provider: 'rainforest' | 'keepa', name: string) => {
  const { [`${name}_API_URL`]: url = '', [`${name}_API_KEY`]: key = '' } = world.sandbox.environment;
  return openPages({ provider, url, key }, world.ctx);
};

test('both providers yield the same ratings and the same order of results', async () => {
  const us = { place: marketplace('US'), paid: () => undefined };
  const asins = products.map(({ asin }) => asin);
  const search = { ...us, keyword: 'gift for her', wanted: ['B0NOWHERE0'], upTo: 150 };
  const [rainforest, keepa] = [providerOf('rainforest', 'RETAIL'), providerOf('keepa', 'KEEPA')];

  const told = await Promise.all([rainforest, keepa].map((pages) => pages.products({ ...us, asins })));
  const found = await Promise.all([rainforest, keepa].map((pages) => pages.search(search)));

  const [one, other] = told.map(({ members }) =>
    members.map(({ asin, rating }) => `${asin} ${rating?.tenths} ${rating?.count}`).toSorted(),
  );
  expect(one).toHaveLength(12);
  expect(other).toEqual(one);
  const [results, same] = found.map((list) => ('asins' in list ? list.asins : []));
  expect(results).toHaveLength(60);
  expect(same).toEqual(results);
});

test('a pass over new targets makes nothing fresh, and pages are fresh at their own frequency', async () => {
  const { tenantId } = tenant;
  const actor = {
    tenantId,
    emailAddressId: '',
    email: '',
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: '',
    isServed: true,
  };

  const told = await world.ctx.db.tenant(tenantId, (tx) => listFreshness(tx, actor, world.clock.now()));

  const pages = told.filter(({ source }) => source.endsWith('-pages'));
  expect(pages.map(({ source, everyMinutes }) => [source, everyMinutes])).toEqual([
    ['product-pages', 28.8 * 60],
    ['search-pages', 360],
  ]);
});

test('without a provider its sources are not offered', () => {
  const names = offeredSources({ pages: null, advertising: null }).map(({ name }) => name);

  expect(names).toContain('catalog-items');
  expect(names.filter((name) => name.endsWith('-pages'))).toEqual([]);
});
