import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { estimate, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { mostUnits } from '@app/shared/base/units.ts';
import { autoSelectProducts, getProductSettings, putProductSettings } from '@app/shared/contract/product-settings.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { trackingFieldsOf, type TrackingState } from '@app/shared/domain/tracking.ts';
import { applyDelta } from '@app/shared/world/world-change.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { addUser } from '../../../testing/http/users.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { saveOrders } from '../catalog/sales/sales.ts';
import { track } from '../catalog/tracking/track.ts';
import { startWatching } from '../judging/start-watching.ts';

const api = testApi();
let owner: Owner;
let kettle: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  kettle = await build({ asin: 'B0KETTLE01', name: 'Gooseneck kettle' });
});

const inTenant = <Row>(query: ReturnType<typeof sql<Row>>) =>
  api.worker.tenant(owner.tenantId, async (tx) => (await query.execute(tx)).rows);

interface BuiltSettings {
  readonly asin: string;
  readonly name: string;
  readonly account?: BuiltProduct;
  /** Days since the last sale; absent for none. */
  readonly soldDaysAgo?: number;
}

/** Builds a product that is not tracked and has no choice. */
async function build({ soldDaysAgo, ...given }: BuiltSettings): Promise<BuiltProduct> {
  const product = await buildProductOf(api.worker, owner, given);
  const soldAt = soldDaysAgo === undefined ? null : new Date(api.clock.now().getTime() - soldDaysAgo * dayMs);
  await inTenant(sql`
    update products set is_tracked = false, last_sale_at = ${soldAt} where product_id = ${product.productId}`);
  return product;
}

const settings = (viewer: Pick<Owner, 'call'> = owner) => viewer.call(getProductSettings, { query: {} });
const products = async (viewer?: Pick<Owner, 'call'>) =>
  (await settings(viewer)).sellerAccounts.flatMap((account) => account.products);
const stateOf = async ({ productId }: BuiltProduct) =>
  (await products()).find((product) => product.productId === productId)?.state;

const choose = (product: BuiltProduct, state: TrackingState, more: object = {}) =>
  owner.call(putProductSettings, {
    body: { products: [{ productId: product.productId, shortName: '', ...trackingFieldsOf(state), ...more }] },
  });

const automatically = (automaticallyTrackNewProducts: boolean) =>
  owner.call(putProductSettings, { body: { products: [], automaticallyTrackNewProducts } });

/** Decides which products are tracked, as the daily discovery does. */
const discover = () =>
  api.worker.tenant(owner.tenantId, (tx) =>
    track(
      tx,
      {
        listingSource: 'listings-items',
        startWatching: (within, start) => startWatching(within, { ...start, at: api.clock.now() }),
      },
      { tenantId: owner.tenantId, sellerAccountIds: [kettle.sellerAccountId], productIds: null, now: api.clock.now() },
    ),
  );

const isTracked = async ({ productId }: BuiltProduct) => {
  const [row] = await inTenant(
    sql<{ isTracked: boolean }>`select is_tracked as "isTracked" from products where product_id = ${productId}`,
  );
  return row?.isTracked;
};

const periods = ({ productId }: BuiltProduct) =>
  inTenant(sql<{ from: Date; to: Date | null }>`
    select tracked_from as "from", tracked_to as "to" from tracking_periods
     where product_id = ${productId} order by tracked_from`);

/** Saves an order of the product that is placed now. */
async function sell({ productId, sellerAccountId }: BuiltProduct) {
  const [row] = await inTenant(sql<{ asin: string }>`select asin from products where product_id = ${productId}`);
  const at = api.clock.now();
  const items = [{ asin: row?.asin ?? '', units: 1, unitPriceCents: null, promotionIds: [] }];
  const order = {
    orderId: randomUUID(),
    marketplace: 'US',
    placedAt: at,
    updatedAt: at,
    isCancelled: false,
    items,
  } as const;
  return saveOrders({ ...api.ctx, db: api.worker }, { tenantId: owner.tenantId, sellerAccountId }, [order]);
}

describe('the list', () => {
  test('has one entry for each seller account with its products, their names, sales and pages', async () => {
    await inTenant(sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at)
      select ${owner.tenantId}, ${kettle.productId}, ${api.clock.now()}::date - no, 2, 1, 0, '[]', false, ${api.clock.now()}
        from generate_series(1, 40) no
      returning 1`);

    expect(await settings()).toEqual({
      automaticallyTrackNewProducts: true,
      mayChangeAutomatic: true,
      isCapped: false,
      sellerAccounts: [
        {
          sellerId: kettle.sellerAccountId,
          name: 'Brightkeel US',
          region: 'NA',
          setupCompleted: false,
          products: [
            {
              productId: kettle.productId,
              state: 'ignoredUntilFirstSale',
              shortName: '',
              asin1: 'B0KETTLE01',
              productName: 'Gooseneck kettle',
              productTitle: null,
              brand: null,
              marketplaceIso31662Code: 'US',
              imageUrl: null,
              productPage: 'https://www.amazon.com/dp/B0KETTLE01',
              lastSaleAt: null,
              unitsSold: 58,
            },
          ],
          counts: { tracked: 0, ignored: 0, ignoredUntilFirstSale: 1 },
          marketplaces: ['US'],
        },
      ],
    });
  });

  test.each([
    ['IN', '2026-06-15T20:00:00Z', '2026-05-18'],
    ['US', '2026-06-16T03:00:00Z', '2026-05-17'],
  ] as const)('has the units of the 30 days of the marketplace %s', async (marketplace, now, first) => {
    const pan = await buildProductOf(api.worker, owner, { account: kettle, asin: 'B0PAN00001', marketplace });
    api.clock.set(new Date(now));
    await inTenant(sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at)
      select ${owner.tenantId}, ${pan.productId}, ${first}::date - no, 1 + 10 * no, 1, 0, '[]', false, now()
        from generate_series(0, 1) no
      returning 1`);

    const shown = (await products()).find(({ productId }) => productId === pan.productId);
    expect(shown?.unitsSold).toBe(1);
  });

  test('has the most units that can be stored for a product of which the marketplace told more', async () => {
    await inTenant(sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at)
      select ${owner.tenantId}, ${kettle.productId}, ${api.clock.now()}::date - no, ${mostUnits}, 1, 0, '[]', false, ${api.clock.now()}
        from generate_series(1, 2) no
      returning 1`);

    expect(await products()).toMatchObject([{ unitsSold: mostUnits }]);
  });

  test('can be limited to the first products of each seller account, with the counts of all', async () => {
    await build({ asin: 'B0APRON001', name: 'Apron', account: kettle });
    const pan = await build({ asin: 'B0PAN00001', name: 'Pan', account: kettle });
    await inTenant(sql`update products set is_tracked = true, marketplace = 'CA' where product_id = ${pan.productId}`);
    await build({ asin: 'B0TEAPOT01', name: 'Teapot' });

    const { sellerAccounts } = await owner.call(getProductSettings, { query: { first: 2 } });
    expect(
      sellerAccounts.map((account) => ({
        ...account,
        products: account.products.map(({ productName }) => productName),
      })),
    ).toMatchObject([
      {
        sellerId: kettle.sellerAccountId,
        products: ['Apron', 'Gooseneck kettle'],
        counts: { tracked: 1, ignored: 0, ignoredUntilFirstSale: 2 },
        marketplaces: ['CA', 'US'],
      },
      { products: ['Teapot'], counts: { tracked: 0, ignored: 0, ignoredUntilFirstSale: 1 }, marketplaces: ['US'] },
    ]);
    const whole = await settings();
    expect(whole.sellerAccounts[0]?.products.slice(0, 2)).toEqual(sellerAccounts[0]?.products);
  });

  test('leaves out products without an active offer, unless they are tracked', async () => {
    await inTenant(sql`update products set is_active = false where product_id = ${kettle.productId}`);
    expect(await products()).toEqual([]);

    await inTenant(sql`update products set is_tracked = true where product_id = ${kettle.productId}`);
    expect(await products()).toHaveLength(1);
  });
});

describe('a choice', () => {
  test('of "tracked" watches a product at once, whatever its sales, and it stays tracked', async () => {
    expect(await choose(kettle, 'tracked')).toEqual({ saved: 1, conflicts: [], heldBack: 0 });

    const { products: shown } = await owner.call(stateOfTheWorld, { query: {} });
    expect(Object.values(shown).map(({ productId }) => productId)).toEqual([kettle.productId]);
    expect(await periods(kettle)).toEqual([{ from: api.clock.now(), to: null }]);
    await discover();
    expect(await isTracked(kettle)).toBe(true);
  });

  test('of "ignored" ends the watching at once and for good, and the dashboard loses the product', async () => {
    await choose(kettle, 'tracked');
    const first = await owner.call(stateOfTheWorld, { query: { init: 'true' } });
    api.clock.advance(dayMs);

    await choose(kettle, 'ignored');

    const delta = await owner.call(stateOfTheWorld, { query: { state: first.state } });
    expect(Object.keys(applyDelta(first, delta).products)).toEqual([]);
    const [period] = await periods(kettle);
    expect(period?.to).toEqual(api.clock.now());
    await sell(kettle);
    await discover();
    expect(await stateOf(kettle)).toBe('ignored');
  });

  test('of "ignored until first sale" ends with the next order, not with an earlier one', async () => {
    const pan = await build({ asin: 'B0SKILLET1', name: 'Skillet', account: kettle, soldDaysAgo: 2 });
    await discover();
    expect(await stateOf(pan)).toBe('tracked');

    await choose(pan, 'ignoredUntilFirstSale');
    await discover();
    expect(await stateOf(pan)).toBe('ignoredUntilFirstSale');

    api.clock.advance(dayMs);
    expect(await sell(pan)).toEqual({ newlySold: 1 });
    await discover();
    expect(await stateOf(pan)).toBe('tracked');
  });

  test('keeps the history and the items of a product that is tracked again', async () => {
    await choose(kettle, 'tracked');
    await inTenant(sql`update items set issue_status = 2 where product_id = ${kettle.productId}`);
    await choose(kettle, 'ignored');

    await choose(kettle, 'tracked');

    const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
    expect(Object.values(watchDogs['price']?.items ?? {})).toMatchObject([{ issueStatus: 2 }]);
  });

  test('begins the passes of the marketplace anew, so that a tracked product is looked at within one period', async () => {
    const dueAt = new Date(api.clock.now().getTime() + dayMs);
    await inTenant(sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, pass_started_at)
      select ${owner.tenantId}, ${kettle.sellerAccountId}, m, 'listing-offers', ${dueAt}, ${dueAt}
        from unnest(array['US', 'CA']) m
      returning 1`);

    await choose(kettle, 'tracked');

    expect(
      await inTenant(sql`
        select marketplace, due_at as "dueAt" from sweeps where tenant_id = ${owner.tenantId} order by marketplace`),
    ).toEqual([
      { marketplace: 'CA', dueAt },
      { marketplace: 'US', dueAt: api.clock.now() },
    ]);
  });

  test('of a name alone changes neither the choice nor the tracking', async () => {
    const pan = await build({ asin: 'B0SKILLET1', name: 'Skillet', account: kettle, soldDaysAgo: 2 });
    await discover();

    await choose(pan, 'tracked', { shortName: '  Iron\nPan\t' });

    expect((await products()).find(({ productId }) => productId === pan.productId)).toMatchObject({
      shortName: 'Iron Pan',
      state: 'tracked',
    });
    // A product without a choice is no longer tracked when its last sale is too long ago.
    api.clock.advance(61 * dayMs);
    await discover();
    expect(await isTracked(pan)).toBe(false);
  });

  test('of a product while the budget is reached is kept, and takes effect when it is raised', async () => {
    await inTenant(sql`update tenants set is_capped = true where tenant_id = ${owner.tenantId}`);

    expect(await choose(kettle, 'tracked')).toEqual({ saved: 1, conflicts: [], heldBack: 1 });
    expect(await isTracked(kettle)).toBe(false);

    await inTenant(sql`update tenants set is_capped = false where tenant_id = ${owner.tenantId}`);
    await discover();
    expect(await isTracked(kettle)).toBe(true);
  });

  test('that changes nothing makes no new version of the world', async () => {
    const { state } = await owner.call(stateOfTheWorld, { query: { init: 'true' } });

    expect(await choose(kettle, 'ignoredUntilFirstSale')).toEqual({ saved: 0, conflicts: [], heldBack: 0 });

    expect((await owner.call(stateOfTheWorld, { query: { init: 'true' } })).state).toBe(state);
  });
});

describe('new products', () => {
  test('are tracked upon their first sale', async () => {
    await sell(kettle);
    await discover();

    expect(await isTracked(kettle)).toBe(true);
  });

  test('are ignored if the owner has turned that off, while products that were tracked before are tracked again', async () => {
    const pan = await build({ asin: 'B0SKILLET1', name: 'Skillet', account: kettle, soldDaysAgo: 2 });
    await discover();
    await automatically(false);
    await inTenant(sql`update products set is_tracked = false where product_id = ${pan.productId}`);

    await sell(kettle);
    await discover();

    expect(await stateOf(kettle)).toBe('ignored');
    expect(await stateOf(pan)).toBe('tracked');
  });

  test('that were left out are tracked at once when the owner turns it on again', async () => {
    await automatically(false);
    await sell(kettle);
    await discover();

    await automatically(true);

    expect(await isTracked(kettle)).toBe(true);
  });
});

const seenAs = (state: TrackingState, shortName = '') => ({ seen: { state, shortName } });

describe('two people who save at once', () => {
  test('lose nothing: the second one is told what differs, and nothing is saved', async () => {
    const other = await build({ asin: 'B0OTHER001', name: 'Other', account: kettle });
    await choose(kettle, 'ignored');

    const result = await owner.call(putProductSettings, {
      body: {
        products: [kettle, other].map(({ productId }) => ({
          productId,
          shortName: '',
          show: true,
          ...seenAs('ignoredUntilFirstSale'),
        })),
      },
    });

    expect(result).toEqual({
      saved: 0,
      conflicts: [{ productId: kettle.productId, state: 'ignored', shortName: '' }],
      heldBack: 0,
    });
    expect(await stateOf(other)).toBe('ignoredUntilFirstSale');
  });

  test('may change different fields of one product', async () => {
    await choose(kettle, 'ignoredUntilFirstSale', { shortName: 'Kettle' });

    expect(await choose(kettle, 'ignored', seenAs('ignoredUntilFirstSale'))).toMatchObject({ saved: 1, conflicts: [] });

    expect(await products()).toMatchObject([{ shortName: 'Kettle', state: 'ignored' }]);
  });

  test('may make the same change', async () => {
    await choose(kettle, 'ignored');

    expect(await choose(kettle, 'ignored', seenAs('tracked'))).toEqual({ saved: 0, conflicts: [], heldBack: 0 });
  });
});

describe('a user', () => {
  test('sees and changes only products of the seller accounts that the owner has allowed', async () => {
    const user = await addUser(api, owner);
    const hidden = await build({ asin: 'B0HIDDEN01', name: 'Hidden' });
    await inTenant(sql`
      update email_addresses set hidden_seller_account_ids = array[${hidden.sellerAccountId}::bigint]
       where email_address_id = ${user.emailAddressId}`);
    const change = (product: BuiltProduct, more: object = {}) =>
      user.call(putProductSettings, {
        body: { products: [{ productId: product.productId, shortName: '', show: true }], ...more },
      });

    expect((await products(user)).map(({ productId }) => productId)).toEqual([kettle.productId]);
    await expect(change(hidden)).rejects.toMatchObject({ status: 404 });
    await expect(change(kettle, { automaticallyTrackNewProducts: false })).rejects.toMatchObject({ status: 403 });
    expect(await change(kettle)).toMatchObject({ saved: 1 });
  });
});

const areSetUp = async () =>
  Object.fromEntries((await settings()).sellerAccounts.map((account) => [account.sellerId, account.setupCompleted]));

test('saving the settings ends the set-up of the accounts that the user sees and whose products are known', async () => {
  const [empty, hidden] = [
    await build({ asin: 'B0EMPTY001', name: 'Gone' }),
    await build({ asin: 'B0HIDDEN01', name: 'H' }),
  ];
  await inTenant(sql`delete from products where product_id = ${empty.productId}`);
  const user = await addUser(api, owner);
  await inTenant(sql`
    update email_addresses set hidden_seller_account_ids = array[${hidden.sellerAccountId}::bigint]
     where email_address_id = ${user.emailAddressId}`);
  await user.call(putProductSettings, { body: { products: [] } });
  const before = await areSetUp();
  await user.call(putProductSettings, { body: { products: [], accountsSetupDone: true } });

  const others = { [empty.sellerAccountId]: false, [hidden.sellerAccountId]: false };
  expect(before).toEqual({ ...others, [kettle.sellerAccountId]: false });
  expect(await areSetUp()).toEqual({ ...others, [kettle.sellerAccountId]: true });
});

test('the activity log says who has saved the settings, how many products were chosen or renamed, and what was switched', async () => {
  const [pan, pot] = [
    await build({ asin: 'B0SKILLET1', name: 'Skillet', account: kettle }),
    await build({ asin: 'B0POT00001', name: 'Pot', account: kettle }),
  ];
  const untouched = trackingFieldsOf('ignoredUntilFirstSale');
  await owner.call(putProductSettings, {
    body: {
      products: [
        { productId: kettle.productId, shortName: '', show: true },
        { productId: pan.productId, shortName: 'Pan', show: false },
        { productId: pot.productId, shortName: 'Pot 1', ...untouched },
      ],
    },
  });
  await automatically(false);
  // A new product that is not tracked automatically counts as ignored already.
  await choose(pot, 'ignored', { shortName: 'Pot 1' });

  const events = await inTenant(sql`
    select actor, subject, details
      from audit_events
     where tenant_id = ${owner.tenantId} and action = 'product settings changed'
     order by audit_event_id`);
  const ofOwner = { actor: owner.email, subject: '' };
  expect(events).toEqual([
    { ...ofOwner, details: { tracked: 1, ignored: 1, renamed: 1 } },
    { ...ofOwner, details: { 'track new products': { from: true, to: false } } },
  ]);
});

async function givePackageOfTwenty(): Promise<void> {
  await inTenant(sql`
    insert into packages (
      package_id, description, plan, base_products, addon_products, base_subscription_fee_cents,
      addon_subscription_fee_cents, discount, discount_duration_in_months, wait_minutes, trial_fee_cents, trial_minutes,
      changed_at
    )
    values ('twenty', 'Twenty', 'package', 20, 5, 1999, 499, 0, 0, 7, 0, 43200, ${api.clock.now()})
    on conflict do nothing`);
  await inTenant(sql`update tenants set package_id = 'twenty' where tenant_id = ${owner.tenantId}`);
}

describe('the automatic choice', () => {
  test('tracks the best sellers of 30 days and ignores the others', async () => {
    const names = ['a', 'b', 'c'];
    const built = [];
    for (const name of names)
      built.push(await build({ asin: `B00000000${name}`.toUpperCase(), name, account: kettle }));
    for (const [index, { productId }] of built.entries()) {
      await inTenant(sql`
        insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at)
        values (${owner.tenantId}, ${productId}, ${api.clock.now()}::date - 3, ${index + 1}, 1, 0, '[]', false, ${api.clock.now()})`);
    }

    expect(await owner.call(autoSelectProducts, { body: { productCount: 2 } })).toEqual({ trackedProducts: 2 });

    expect(Object.fromEntries((await products()).map(({ productName, state }) => [productName, state]))).toEqual({
      a: 'ignored',
      b: 'tracked',
      c: 'tracked',
      'Gooseneck kettle': 'ignored',
    });
  });

  test('takes only as many products as the package holds with whole addons', async () => {
    await givePackageOfTwenty();

    await expect(owner.call(autoSelectProducts, { body: { productCount: 22 } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Your package holds 20 products, and 5 more with each addon') as string,
    });
    expect(await owner.call(autoSelectProducts, { body: { productCount: 25 } })).toEqual({ trackedProducts: 1 });
  });

  test('pays for the addons that its number of products takes, and in place of the package for any number', async () => {
    await givePackageOfTwenty();
    const feeAt = async (productCount: number) => {
      await owner.call(autoSelectProducts, { body: { productCount } });
      const { addonCount } = await owner.call(paymentStatusCall, { query: {} });
      return [addonCount, (await owner.call(estimate, {})).subscriptionFee];
    };

    expect(await feeAt(30)).toEqual([2, 1999 + 2 * 499]);
    expect(await feeAt(20)).toEqual([0, 1999]);

    await inTenant(sql`
      update tenant_subscriptions
         set daily_from = ${dayOf(api.clock.now())}
       where tenant_id = ${owner.tenantId}`);
    expect(await feeAt(22)).toEqual([0, 999]);
  });
});
