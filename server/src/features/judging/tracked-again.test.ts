import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { catalogFacts, offersFacts } from '../../../testing/database/factories.ts';
import { watchedProduct } from '../../../testing/observing/watched-product.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import type { Observation } from '../observing/recording/observation.ts';
import { findTenantsWithDueItems } from './due-queries.ts';
import { judgeDue } from './due.ts';
import { clearAgain } from './judge/write-queries.ts';

const watched = watchedProduct();
const { clock } = watched;

function look(facts: Pick<Observation, 'aspect' | 'facts'>) {
  clock.advance(minuteMs);
  return watched.observe(facts);
}

const offers = (ownCents: number) =>
  look({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents }) });
const images = (main: boolean) =>
  look({ aspect: 'catalog', facts: catalogFacts(main ? {} : { images: [], title: 'Skillet' }) });

function track(isTracked: boolean) {
  const { db, tenant, productId, judging } = watched;
  return db.tenant(tenant.tenantId, async (tx) => {
    await sql`update products set is_tracked = ${isTracked} where product_id = ${productId}`.execute(tx);
    if (!isTracked) return;
    const version = await nextWorldVersion(tx, tenant.tenantId);
    await judging().startWatching(tx, { tenantId: tenant.tenantId, productIds: [productId], version });
  });
}

const statusOf = async (type: string) => (await watched.item(type))?.status;

test('an item that becomes due while its product is not tracked is judged once and then rests', async () => {
  await offers(3490);
  await offers(2490);
  await track(false);
  // At this instant the window of the price ends.
  clock.advance(7 * dayMs);

  await judgeDue(watched);

  expect(await findTenantsWithDueItems(watched.db.global, clock.now())).not.toContain(watched.tenant.tenantId);
  expect(await statusOf('price')).toBe(2);
});

test('a product that is tracked again is judged by the known facts, and alerts that ended meanwhile end', async () => {
  await offers(3490);
  await offers(2490);
  await track(false);
  clock.advance(8 * dayMs);
  await judgeDue(watched);

  await track(true);
  await judgeDue(watched);

  expect(await statusOf('price')).toBe(0);
});

test('an item that is due again since it was judged does not rest', async () => {
  const { db, tenant, productId } = watched;
  await offers(3490);
  await offers(2490);
  await track(false);
  clock.advance(8 * dayMs);
  const judgedAt = clock.now();
  clock.advance(minuteMs);
  await track(true);

  await db.tenant(tenant.tenantId, (tx) =>
    clearAgain(tx, tenant.tenantId, { itemIds: [`price-${productId}`], now: judgedAt }),
  );

  await judgeDue(watched);
  expect(await statusOf('price')).toBe(0);
});

test('facts observed while a product was not tracked count when it is tracked again', async () => {
  await images(true);
  await track(false);
  await images(false);

  await track(true);
  await judgeDue(watched);

  expect(await statusOf('imageMissing')).toBe(2);
});
