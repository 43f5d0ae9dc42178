import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { catalogFacts, listingFacts } from '../../../../testing/database/factories.ts';
import { watchedProduct } from '../../../../testing/observing/watched-product.ts';
import { KnownFacts } from './known-facts.ts';
import type { Observation } from './observation.ts';
import { findNews } from './record.ts';

const watched = watchedProduct();
const { clock, observe } = watched;
const titled = (title: string) => ({ aspect: 'catalog', facts: catalogFacts({ title }) }) as const;

const later = (): Date => {
  clock.advance(minuteMs);
  return clock.now();
};

async function storedTitle(): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select o.facts ->> 'title' as title from observations o
     where o.tenant_id = ${watched.tenant.tenantId} and o.aspect = 'catalog'`.execute(watched.db.global);
  return rows[0]?.title ?? null;
}

/** Notes that a complete pass over the catalogue began at this time. */
async function confirm(marketplace: string, confirmedAt: Date): Promise<void> {
  const { tenantId, sellerAccountId } = watched.tenant;
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
    values (${tenantId}, ${sellerAccountId}, ${marketplace}, 'catalog-items', ${confirmedAt}, ${confirmedAt})`.execute(
    watched.db.global,
  );
}

test.each([
  ['its marketplace', 'US'],
  ['all marketplaces at once', ''],
])('an observation older than the last pass of %s counts as known, and one as old is stored', async (_what, where) => {
  await observe(titled('Skillet'));
  const early = later();
  const begun = later();
  await confirm(where, begun);

  await observe(titled('Early'), early);
  expect(await storedTitle()).toBe('Skillet');
  await observe(titled('In the pass'), begun);
  expect(await storedTitle()).toBe('In the pass');
});

test('a pass of another marketplace says nothing of an observation', async () => {
  const early = later();
  await confirm('CA', later());

  await observe(titled('Skillet'), early);

  expect(await storedTitle()).toBe('Skillet');
});

test('of two observations of one time the first stays', async () => {
  const at = later();

  await observe(titled('First'), at);
  await observe(titled('Second'), at);

  expect(await storedTitle()).toBe('First');
});

test('observations are kept as history, except sales, which have a history of their own', async () => {
  const sales = { through: '2026-11-19', units: [1, 2], outOfStock: [false, false] };
  await observe(titled('Skillet'), later());
  await observe({ aspect: 'sales', facts: sales }, later());
  await observe(titled('Pan'), later());

  const { rows } = await sql`
    select h.aspect, h.facts ->> 'title' as title from observation_history h
     where h.tenant_id = ${watched.tenant.tenantId}
     order by h.observed_at`.execute(watched.db.global);
  expect(rows).toEqual([
    { aspect: 'catalog', title: 'Skillet' },
    { aspect: 'catalog', title: 'Pan' },
  ]);
});

const seen = (sku: string, status = ['BUYABLE']): Observation => ({
  productId: watched.productId,
  aspect: 'listing',
  sku,
  observedAt: later(),
  facts: listingFacts({ status }),
});
const find = (observations: readonly Observation[], known = new KnownFacts()) =>
  findNews(watched.db.global, watched.tenant.tenantId, { observations, known });

test.each([
  ['a SKU', ['SKILLET-26']],
  ['several SKUs', ['SKILLET-26', 'SKILLET-30']],
  ['a SKU with a control character', ['SKILLET\u001F26', 'SKILLET-30']],
])('facts that were stored for %s are no news, and nothing is judged by them', async (_what, skus) => {
  await watched.judging().ingest(
    watched.tenant.tenantId,
    skus.map((sku) => seen(sku)),
  );

  expect(await find(skus.map((sku) => seen(sku)))).toEqual({ news: [], awaiting: [] });
});

test('the first facts of a SKU are news, though another SKU of the product is known', async () => {
  await watched.judging().ingest(watched.tenant.tenantId, [seen('SKILLET-26')]);
  const first = seen('SKILLET-30');

  expect((await find([first])).news).toMatchObject([first]);
});

test('facts are known no more from when others are found until they are compared again', async () => {
  const known = new KnownFacts();
  await watched.judging().ingest(watched.tenant.tenantId, [seen('SKILLET-26')]);
  await find([seen('SKILLET-26')], known);
  expect(known.has(seen('SKILLET-26'))).toBe(true);

  await find([seen('SKILLET-26', [])], known);
  expect(known.has(seen('SKILLET-26'))).toBe(false);
  await find([seen('SKILLET-26')], known);
  expect(known.has(seen('SKILLET-26'))).toBe(true);
});
