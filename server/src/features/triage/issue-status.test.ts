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
import { bulkSetIssueStatus, muteItem, setIssueStatus } from './triage.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let ctx: { readonly db: Db; readonly clock: typeof clock };
let tenant: BuiltTenant;
let productId: string;
let watchDogId: string;

beforeAll(() => {
  ctx = { db: openTestDb(database.workerUrl), clock };
});
beforeEach(async () => {
  tenant = await buildTenant(ctx.db);
  productId = await buildProduct(ctx.db, { tenant, judging: createJudging(ctx) });
  watchDogId = `imageMissing-${productId}`;
  await see([]);
});
afterAll(() => ctx.db.close());

async function see(images: ReturnType<typeof catalogFacts>['images']): Promise<void> {
  clock.advance(minuteMs);
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await createJudging(ctx).ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images }) }]);
}

async function item() {
  const { answer } = await worldFor({ ...ctx, config }, { actor: tenant.owner, state: undefined });
  return answer?.watchDogs['imageMissing']?.items[productId];
}

const colleague = () => ({ ...tenant.owner, email: 'bea@brightkeel.example' });

test('a status says who has set it and when, until the issue is another one', async () => {
  await setIssueStatus(ctx, colleague(), { watchDogId, status: 2 });

  expect(await item()).toMatchObject({
    issueStatus: 2,
    issueStatusBy: 'bea@brightkeel.example',
    issueStatusAt: clock.now().toISOString(),
  });

  await see(catalogFacts().images);
  await see([]);
  expect(await item()).toMatchObject({ status: 2, issueStatus: 0, issueStatusBy: null, issueStatusAt: null });
});

test.each([
  ['one item', (change: Change) => setIssueStatus(ctx, tenant.owner, { watchDogId, ...change })],
  [
    'many items',
    ({ status: issueStatus, ifIssueStatus }: Change) =>
      bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds: [watchDogId], issueStatus, ifIssueStatus }),
  ],
])('an undo of %s does not overwrite what somebody else has set since, and names them', async (_, set) => {
  await set({ status: 1 });
  await setIssueStatus(ctx, colleague(), { watchDogId, status: 3 });

  await expect(set({ status: 0, ifIssueStatus: 1 })).rejects.toMatchObject({
    code: 'issueStatusOvertaken',
    message: 'This was marked as done by bea@brightkeel.example since',
  });
  expect(await item()).toMatchObject({ issueStatus: 3 });

  await set({ status: 0 });
  expect(await item()).toMatchObject({ issueStatus: 0 });
});

test('an undo whose status somebody else has set already is no conflict', async () => {
  await setIssueStatus(ctx, tenant.owner, { watchDogId, status: 1 });
  await setIssueStatus(ctx, colleague(), { watchDogId, status: 0 });

  await setIssueStatus(ctx, tenant.owner, { watchDogId, status: 0, ifIssueStatus: 1 });

  expect(await item()).toMatchObject({ issueStatus: 0, issueStatusBy: 'bea@brightkeel.example' });
});

test('a change of many items leaves out those that are muted', async () => {
  const setDone = () => bulkSetIssueStatus(ctx, tenant.owner, { watchDogIds: [watchDogId], issueStatus: 3 });
  await muteItem(ctx, tenant.owner, { id: watchDogId, minutes: 60 });
  await setDone();
  expect(await item()).toMatchObject({ status: 2, issueStatus: 0 });

  await muteItem(ctx, tenant.owner, { id: watchDogId, minutes: 0 });
  await setDone();
  expect(await item()).toMatchObject({ status: 2, issueStatus: 3 });
});

interface Change {
  readonly status: number;
  readonly ifIssueStatus?: number;
}
