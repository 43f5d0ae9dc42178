import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { catalogFacts, offersFacts } from '../../../testing/database/factories.ts';
import { watchedProduct } from '../../../testing/observing/watched-product.ts';
import { setService } from '../../../testing/service.ts';
import { muteItem } from '../triage/triage.ts';
import { endMutes, judgeDue } from './due.ts';
import { watchNewKinds } from './new-kinds.ts';
import { heedPauses } from './pauses.ts';

const watched = watchedProduct();
const { clock } = watched;
const log = pino({ level: 'silent' });

const low = () => offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents: 2490 });

beforeEach(async () => {
  await see(offersFacts({ sellerKey: watched.tenant.sellerKey }));
  await see(low());
});

function see(facts: ReturnType<typeof offersFacts>) {
  clock.advance(minuteMs);
  return watched.observe({ aspect: 'offers', facts });
}

const serve = (isServed: boolean) => setService(watched.db.global, watched.tenant.tenantId, isServed);
const heed = () => heedPauses({ db: watched.db, clock, log });
const price = () => watched.item('price');

const flips = async () =>
  (
    await sql`
      select 1 from flips where tenant_id = ${watched.tenant.tenantId} and type = 'price'`.execute(watched.db.global)
  ).rows.length;

test.each([
  ['before the worker has noticed that the service is off', async () => undefined],
  ['after that', heed],
])('no item is judged by time while the service is off, %s', async (_when, notice) => {
  await serve(false);
  await notice();
  clock.advance(7 * dayMs);

  await judgeDue(watched);

  expect(await price()).toMatchObject({ status: 2 });
  expect(await flips()).toBe(1);
});

test('the tenants that are judged do not include those whose service is off', async () => {
  await serve(false);
  await heed();
  await sql`update items set again_at = ${clock.now()} where tenant_id = ${watched.tenant.tenantId}`.execute(
    watched.db.global,
  );

  await judgeDue(watched);

  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from items
     where tenant_id = ${watched.tenant.tenantId} and again_at is not null`.execute(watched.db.global);
  expect(rows[0]?.due).toBeGreaterThan(0);
});

test('after the pause an item is judged by the next observation and not by facts from before, even an unchanged one', async () => {
  await serve(false);
  await heed();
  clock.advance(7 * dayMs);
  await serve(true);
  await heed();

  await judgeDue(watched);
  expect(await price()).toMatchObject({ status: 2 });

  await see(low());
  expect(await price()).toMatchObject({ status: 0 });
});

test('an item that was never judged before the pause is judged after it by the facts known already', async () => {
  await watched.observe({ aspect: 'catalog', facts: catalogFacts() });
  await sql`
    delete from items where tenant_id = ${watched.tenant.tenantId} and type = 'imageMissing'`.execute(
    watched.db.global,
  );
  await watchNewKinds(watched);
  expect(await watched.item('imageMissing')).toMatchObject({ status: 99 });
  await serve(false);
  await heed();
  await serve(true);
  await heed();

  await judgeDue(watched);

  expect(await watched.item('imageMissing')).toMatchObject({ status: 0 });
});

test('an alert whose window outlasts the pause still ends with it, though nothing else changes', async () => {
  await serve(false);
  await heed();
  clock.advance(hourMs);
  await serve(true);
  await heed();
  await see(low());
  expect(await price()).toMatchObject({ status: 2 });

  clock.advance(7 * dayMs);
  await judgeDue(watched);

  expect(await price()).toMatchObject({ status: 0 });
});

test('the pause itself raises no alert: the same facts as before are no news', async () => {
  await serve(false);
  await heed();
  clock.advance(dayMs);
  await serve(true);
  await heed();

  expect(await see(low())).toMatchObject({ flips: 0 });
  await judgeDue(watched);

  expect(await flips()).toBe(1);
});

test('facts after the pause are compared with those from before', async () => {
  await serve(false);
  await heed();
  clock.advance(dayMs);
  await serve(true);
  await heed();

  expect(await see(offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents: 1490 }))).toMatchObject({ flips: 1 });
});

test('a mute ends while the service is off', async () => {
  const { tenant, productId, db } = watched;
  await muteItem({ db, clock }, tenant.owner, { id: `price-${productId}`, minutes: 60 });
  await serve(false);
  await heed();
  clock.advance(2 * hourMs);

  await endMutes(watched);

  expect(await price()).toMatchObject({ mutedUntil: null });
});

test('a service that is turned on again before the worker has noticed goes on as before', async () => {
  await serve(false);
  await serve(true);
  await heed();
  clock.advance(7 * dayMs);

  await judgeDue(watched);

  expect(await price()).toMatchObject({ status: 0 });
});
