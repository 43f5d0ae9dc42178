import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { connectSeller } from '../../src/features/sellers/authorization/connect-seller.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

const world = observingWorld();
const revoked = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;
const other = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
let resting: ConnectedTenant;
let working: ConnectedTenant;

beforeAll(async () => {
  resting = await world.settle(revoked);
  working = await world.settle(other);
});

const isSwept = new Set(['listings-items', 'listing-offers']);

/** At this speed-up every period has passed after two minutes. */
async function sweep(): Promise<void> {
  world.clock.advance(2);
  await world.runAllDue(({ source }) => isSwept.has(source));
}

interface SuspendedProduct {
  readonly asin: string;
  readonly productId: string;
}

/** Suspends the listing of one product of the account. */
async function suspend({ tenantId }: ConnectedTenant): Promise<SuspendedProduct> {
  const [product] = await world.rows(sql<SuspendedProduct>`
    select p.asin, p.product_id as "productId" from products p join listings l using (tenant_id, product_id)
     where p.tenant_id = ${tenantId} and p.is_tracked and p.is_active and p.marketplace = 'US'
     group by p.product_id, p.asin having count(*) = 1 order by p.asin limit 1`);
  if (!product) throw new Error('The account sells something');
  await world.happen({ type: 'listingSuspended', asin: product.asin, marketplace: 'US' });
  return product;
}

const alertsOf = async ({ productId }: SuspendedProduct) =>
  (
    await world.rows(sql`
      select 1 from flips where product_id = ${productId} and type = 'listingSuspended' and to_status = 2`)
  ).length;

test('an account with a revoked authorisation pauses alone, and after a new one reports once what happened in between', async () => {
  await world.spoil({ fault: 'tokenRevoked', sellerId: revoked.sellingPartnerId });
  const products = [await suspend(resting), await suspend(working)];

  await sweep();
  await sweep();
  const meanwhile = await Promise.all(products.map(alertsOf));
  const { refreshToken } = await world.ctx.marketplace.exchangeCode(await world.sandbox.consent(revoked));
  const access = { ...revoked, refreshToken };
  await connectSeller(world.ctx, {
    tenantId: resting.tenantId,
    access,
    stores: [],
    accountName: null,
    email: 'ada@example.com',
  });
  await sweep();
  await sweep();

  expect(meanwhile).toEqual([0, 1]);
  expect(await Promise.all(products.map(alertsOf))).toEqual([1, 1]);
  world.log.splice(0);
});
