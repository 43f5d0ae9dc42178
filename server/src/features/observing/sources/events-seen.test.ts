import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { observingWorld, type ConnectedTenant } from '../../../../testing/observing/observing.ts';
import { sourceOfAspect } from './registry.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';

const world = observingWorld();
let tenant: ConnectedTenant;
let product: { readonly productId: string; readonly asin: string };

beforeAll(async () => {
  tenant = await world.settle({ sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' });
  await sql`
    insert into watchdog_settings (tenant_id, type, settings, version)
    values (${tenant.tenantId}, 'productDetailsRecentChange', '{"alertForParentChanges": true}', 1)`.execute(
    world.ctx.db.global,
  );
  await look('parent-items');
  // A single listing that Amazon ships, with Prime and a first rank.
  const [found] = await world.rows(sql<typeof product>`
    select p.product_id as "productId", p.asin
      from products p
     where p.tenant_id = ${tenant.tenantId}
       and p.marketplace = 'US'
       and p.is_tracked
       and p.in_stock_qty > 0
       and p.fba_fee_cents is not null
       and (select count(*) from listings l
             where l.tenant_id = ${tenant.tenantId} and l.product_id = p.product_id) = 1
       and exists (
             select 1
               from observations o
              where o.tenant_id = ${tenant.tenantId}
                and o.product_id = p.product_id
                and o.aspect = 'offers'
                and o.facts ->> 'buyBox' is not null
                and o.facts @? '$.offers[*] ? (@.isMine == true && @.isPrime == true)'
           )
     order by p.asin
     limit 1`);
  if (!found) throw new Error('There is no such product');
  product = found;
});

async function look(source: string): Promise<void> {
  // At the speed-up of this test, 8 minutes are longer than the period of the rarest source, which is one day.
  world.clock.advance(8);
  const isMeant = (key: { tenantId: string; source: string; marketplace: string }) =>
    key.tenantId === tenant.tenantId && key.source === source && key.marketplace === 'US';
  await world.runAllDue(isMeant);
}

async function factsOf(aspect: Aspect): Promise<unknown> {
  const [row] = await world.rows(sql<{ facts: unknown }>`
    select o.facts
      from observations o
     where o.tenant_id = ${tenant.tenantId}
       and o.product_id = ${product.productId}
       and o.aspect = ${aspect}`);
  return row?.facts;
}

const happen = (type: string, more: object = {}) =>
  world.happen({ type, asin: product.asin, marketplace: 'US', ...more });

interface Event {
  readonly more?: object;
  readonly undo: string;
  readonly aspect: Aspect;
  /** The changed fields of the facts, if they can be predicted. */
  readonly becomes?: object;
}

const events: readonly (readonly [string, Event])[] = [
  ['detailsChanged', { undo: 'detailsRestored', aspect: 'catalog' }],
  ['packageChanged', { undo: 'packageRestored', aspect: 'catalog' }],
  ['categoryChanged', { undo: 'categoryRestored', aspect: 'catalog' }],
  ['imageRemoved', { undo: 'imageRestored', aspect: 'catalog', becomes: { largeImageUrl: null } }],
  [
    'parentChanged',
    {
      more: { parentAsin: 'B0OTHER000' },
      undo: 'parentRestored',
      aspect: 'catalog',
      becomes: { parentAsin: 'B0OTHER000' },
    },
  ],
  [
    'parentDetailsChanged',
    {
      more: { value: 'Another parent' },
      undo: 'parentDetailsRestored',
      aspect: 'parent',
      becomes: { title: 'Another parent' },
    },
  ],
  ['addToCartRemoved', { undo: 'addToCartRestored', aspect: 'offers', becomes: { buyBox: null } }],
  ['primeLost', { undo: 'primeWon', aspect: 'offers' }],
  ['searchSuppressed', { undo: 'searchRestored', aspect: 'listing' }],
  [
    'fbaFeeChanged',
    {
      more: { amount: 9.9 },
      undo: 'fbaFeeRestored',
      aspect: 'fees',
      becomes: { fba: { cents: 990, currency: 'USD' } },
    },
  ],
];

test.each(events)('%s is observed, and so is its end', async (type, { more, undo, aspect, becomes = {} }) => {
  const before = await factsOf(aspect);

  await happen(type, more);
  await look(sourceOfAspect[aspect]);
  const during = await factsOf(aspect);
  await happen(undo);
  await look(sourceOfAspect[aspect]);

  expect(before).toBeDefined();
  expect(during).not.toEqual(before);
  expect(during).toMatchObject(becomes);
  expect(await factsOf(aspect)).toEqual(before);
});

const firstPlaces = async () => ((await factsOf('rank')) as { firstIn: readonly unknown[] }).firstIn.length;

test('the best-seller badge is observed coming and going', async () => {
  const order = (await firstPlaces()) > 0 ? ['Lost', 'Won'] : ['Won', 'Lost'];
  const counts: number[] = [];
  for (const what of order) {
    await happen(`bestSellerBadge${what}`);
    await look('catalog-items');
    counts.push(await firstPlaces());
  }

  expect(counts).toEqual(order.map((what) => (what === 'Won' ? 1 : 0)));
});

test('subscribe and save is observed ending and beginning again', async () => {
  const { eligibility } = (await factsOf('replenishment')) as { eligibility: string };
  if (eligibility === 'ELIGIBLE') await happen('subscribeAndSaveLost');
  await look('replenishment-offers');
  const lost = await factsOf('replenishment');
  await happen('subscribeAndSaveWon');
  await look('replenishment-offers');

  expect(lost).not.toEqual({ eligibility: 'ELIGIBLE' });
  expect(await factsOf('replenishment')).toEqual({ eligibility: 'ELIGIBLE' });
});

test('units that are sold or inbound are observed and shown on the card', async () => {
  await happen('stockChanged', { fulfillable: 17, inbound: 30 });
  await look('inventory-summaries');

  expect(await factsOf('stock')).toMatchObject({ fulfillable: 17, inbound: 30 });
  const [card] = await world.rows(sql`
    select p.in_stock_qty as "inStock", p.inbound_qty as inbound
      from products p
     where p.tenant_id = ${tenant.tenantId}
       and p.product_id = ${product.productId}`);
  expect(card).toEqual({ inStock: 17, inbound: 30 });
});

test('fees are estimated at the first price of a listing, whatever its price is now', async () => {
  const before = await factsOf('fees');

  await happen('priceChanged', { price: 77 });
  await look('listing-offers');
  await look('fees-estimates');

  expect(await factsOf('offers')).toMatchObject({ ownPrice: { cents: 7700 } });
  expect(await factsOf('fees')).toEqual(before);
});

const history = () =>
  world.rows(sql`
    select h.aspect, h.facts
      from observation_history h
     where h.tenant_id = ${tenant.tenantId}
       and h.product_id = ${product.productId}
     order by h.aspect, h.sku, h.observed_at`);

test('answers with another order, other addresses and other notations of numbers are no news', async () => {
  const mine = ['catalog-items', 'parent-items', 'listing-offers', 'listings-items'];
  const others = ['inventory-summaries', 'fees-estimates', 'replenishment-offers'];
  for (const source of [...mine, ...others]) await look(source);
  const before = await history();

  await happen('noise');
  for (const source of [...mine, ...others]) await look(source);

  expect(await history()).toEqual(before);
});

test('the rank of every product is sampled, and its average is shown', async () => {
  const [row] = await world.rows(sql<{ products: number; shown: number }>`
    select count(*)::int as products,
           count(p.bsr_rank) filter (
             where exists (
                     select 1
                       from rank_days d
                      where d.tenant_id = ${tenant.tenantId}
                        and d.product_id = p.product_id
                   )
           )::int as shown
      from products p
     where p.tenant_id = ${tenant.tenantId}
       and p.marketplace = 'US'
       and p.is_tracked`);

  expect(row?.products).toBeGreaterThan(10);
  expect(row?.shown).toBe(row?.products);
});
