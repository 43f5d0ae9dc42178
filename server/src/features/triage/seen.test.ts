import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { worldFor } from '../world/world.ts';
import { setIncident } from './incidents.ts';
import { bulkSetIssueStatus, muteItem, muteItems, setIssueStatus } from './triage.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let ctx: { readonly db: Db; readonly clock: typeof clock };
let tenant: BuiltTenant;
/** Two products, each with the issue that its main image is missing. */
let products: readonly [string, string];
let watchDogIds: readonly [string, string];
/** The dates of the two issues, as a page shows them. */
let seen: readonly [string, string];

beforeAll(() => {
  ctx = { db: openTestDb(database.workerUrl), clock };
});
beforeEach(async () => {
  tenant = await buildTenant(ctx.db);
  const build = () => buildProduct(ctx.db, { tenant, judging: createJudging(ctx) });
  products = [await build(), await build()];
  watchDogIds = [`imageMissing-${products[0]}`, `imageMissing-${products[1]}`];
  for (const productId of products) await observe(productId, []);
  const dates = (await items()).map((item) => item?.date ?? '');
  seen = [dates[0] ?? '', dates[1] ?? ''];
});
afterAll(() => ctx.db.close());

async function observe(productId: string, images: ReturnType<typeof catalogFacts>['images']): Promise<void> {
  clock.advance(minuteMs);
  const fact = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await createJudging(ctx).ingest(tenant.tenantId, [{ ...fact, facts: catalogFacts({ images }) }]);
}

/** Ends the issue of the first product, and begins another one of the same watchdog. */
async function changeFirst(): Promise<void> {
  await observe(products[0], catalogFacts().images);
  await observe(products[0], []);
}

async function items() {
  const { answer } = await worldFor({ ...ctx, config }, { actor: tenant.owner, state: undefined });
  return products.map((productId) => answer?.watchDogs['imageMissing']?.items[productId]);
}

const others = { leftOut: { untracked: 0, removed: 0, changed: 1 } };

test('an issue that has changed since it was seen stays unchecked, and the other named issues are marked', async () => {
  await changeFirst();

  expect(await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, seen, issueStatus: 3 })).toEqual(others);

  expect(await items()).toMatchObject([{ issueStatus: 0 }, { issueStatus: 3 }]);
});

test('an issue that has changed since it was seen is not muted, and the other named items are', async () => {
  await changeFirst();

  expect(await muteItems(ctx, tenant.owner, { watchDogIds, seen, minutes: 60 })).toEqual(others);

  expect(await items()).toMatchObject([{ muted: false }, { muted: true }]);
});

test('an issue that has changed since it was seen does not join an incident, nor is it split from its own', async () => {
  const later = await buildProduct(ctx.db, { tenant, judging: createJudging(ctx) });
  await observe(later, []);
  await setIncident(ctx, tenant.owner, { watchDogIds: [`imageMissing-${later}`, watchDogIds[1]], incidentId: 'new' });
  await changeFirst();

  expect(await setIncident(ctx, tenant.owner, { watchDogIds, seen, incidentId: 'new' })).toMatchObject(others);
  expect((await items()).map((item) => item?.incident !== undefined)).toEqual([false, true]);

  await setIncident(ctx, tenant.owner, { watchDogIds, incidentId: 'new' });
  expect(await setIncident(ctx, tenant.owner, { watchDogIds, seen, incidentId: 'none' })).toEqual(others);
  expect((await items()).map((item) => item?.incident !== undefined)).toEqual([true, false]);
});

test('a change of one issue that has changed since it was seen is refused', async () => {
  const [watchDogId] = watchDogIds;
  await changeFirst();

  const marking = setIssueStatus(ctx, tenant.owner, { watchDogId, status: 1, seen: seen[0] });
  await expect(marking).rejects.toMatchObject({ code: 'issueChanged' });
  const muting = muteItem(ctx, tenant.owner, { id: watchDogId, minutes: 60, seen: seen[0] });
  await expect(muting).rejects.toMatchObject({ code: 'issueChanged' });
  // A page that saw the item ok has not seen its issue either.
  const mutingOk = muteItem(ctx, tenant.owner, { id: watchDogId, minutes: 60, seen: null });
  await expect(mutingOk).rejects.toMatchObject({ code: 'issueChanged' });

  expect(await items()).toMatchObject([{ issueStatus: 0, muted: false }, {}]);
});

test('an undo leaves out the issues that have changed since, also those that would refuse it', async () => {
  await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, seen, issueStatus: 1 });
  await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, seen, issueStatus: 3 });
  await changeFirst();

  const undo = { watchDogIds, seen, issueStatus: 1, ifIssueStatus: 3 };
  expect(await bulkSetIssueStatus(ctx, tenant.owner, undo)).toEqual(others);

  expect(await items()).toMatchObject([{ issueStatus: 0 }, { issueStatus: 1 }]);
});

test('the marks of people do not make an issue another one', async () => {
  await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, seen, issueStatus: 1 });
  await muteItems(ctx, tenant.owner, { watchDogIds, seen, minutes: 60 });
  await muteItems(ctx, tenant.owner, { watchDogIds, seen, minutes: -1 });

  const { leftOut } = await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, seen, issueStatus: 3 });

  expect(leftOut.changed).toBe(0);
  expect(await items()).toMatchObject([{ issueStatus: 3 }, { issueStatus: 3 }]);
});

test('an item that is ok by now is muted all the same, and a mute ends whatever has changed', async () => {
  await observe(products[0], catalogFacts().images);
  expect((await muteItems(ctx, tenant.owner, { watchDogIds, seen, minutes: 60 })).leftOut.changed).toBe(0);
  await observe(products[0], []);

  await muteItem(ctx, tenant.owner, { id: watchDogIds[0], minutes: -1, seen: seen[0] });
  await muteItems(ctx, tenant.owner, { watchDogIds, seen, minutes: -1 });

  expect(await items()).toMatchObject([{ muted: false }, { muted: false }]);
});

test('a call that does not say what it saw changes the issue as it is now', async () => {
  await changeFirst();

  const answer = await bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds, issueStatus: 1 });

  expect(answer).toEqual({ leftOut: { untracked: 0, removed: 0 } });
  expect(await items()).toMatchObject([{ issueStatus: 1 }, { issueStatus: 1 }]);
});

test('a call needs a date for each item, and any year is a date', async () => {
  const short = muteItems(ctx, tenant.owner, { watchDogIds, seen: seen.slice(1), minutes: 60 });
  await expect(short).rejects.toMatchObject({ code: 'badRequest' });

  const ancient = { watchDogIds, seen: ['0000-01-01T00:00:00Z', seen[1]], minutes: 60 };
  expect(await muteItems(ctx, tenant.owner, ancient)).toEqual(others);
});
