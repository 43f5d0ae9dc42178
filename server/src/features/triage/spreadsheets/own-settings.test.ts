import { beforeEach, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { changeOwnSettings, putOwnSettings } from '@app/shared/contract/spreadsheets.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { someoneWaits } from '../../../../testing/database/database.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { listingFacts } from '../../../../testing/database/factories.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { judgeDue } from '../../judging/due.ts';
import { createJudging } from '../../judging/ingest.ts';
import { saveDefaults } from '../../judging/settings/default-queries.ts';

const api = testApi();
let owner: Owner;
let kettle: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  kettle = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01' });
});

const put = (type: string, settings: Record<string, unknown>, productId = kettle.productId) =>
  owner.send(putOwnSettings, { params: { type, productId }, body: settings });

const itemOf = async (type: string) => {
  const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
  return watchDogs[type]?.items[kettle.productId];
};

test('the thresholds of one product can be set without a spreadsheet', async () => {
  const response = await put('inventory', { alertDays: 5, warningDays: 10, velocityLookbackDays: 14 });

  expect(response.json()).toEqual({ alertDays: 5, warningDays: 10, velocityLookbackDays: 14 });
  expect((await itemOf('inventory'))?.settings).toMatchObject({ alertDays: 5, warningDays: 10 });
});

test('the product is judged by its own thresholds', async () => {
  const judging = createJudging({ db: api.worker, clock: api.clock });
  const seen = { productId: kettle.productId, aspect: 'listing', sku: 'K', observedAt: api.clock.now() } as const;
  const facts = listingFacts({ ownQuantity: 4, isFulfilledByAmazon: false });
  await judging.ingest(owner.tenantId, [{ ...seen, facts }]);

  await put('fbmInventory', { alertThreshold: 5 });
  await judgeDue({ db: api.worker, clock: api.clock });

  expect(await itemOf('fbmInventory')).toMatchObject({ status: 2, alertThreshold: 5, hasIssue: true });
});

test('an own threshold that contradicts a default which is saved at the same time is refused', async () => {
  const { tenantId } = owner;
  const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Somebody else has saved a default, and the change is not committed yet.
  const saving = api.worker.tenant(tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenantId);
    const place = { type: 'inventory', sellerId: kettle.sellerAccountId, brand: null };
    await saveDefaults(tx, tenantId, { ...place, settings: { warningDays: 9 }, version });
    changed.resolve();
    await ended.promise;
  });
  await changed.promise;

  const putting = put('inventory', { alertDays: 12 });
  await someoneWaits(api.database).finally(ended.resolve);
  await saving;

  expect((await putting).json()).toMatchObject({ message: expect.stringContaining('at more than 12 days') });
});

test('an omitted setting returns to its default', async () => {
  await put('inventory', { alertDays: 5, velocityLookbackDays: 14 });

  const response = await put('inventory', { alertDays: 7 });

  expect(response.json()).toEqual({ alertDays: 7, warningDays: null, velocityLookbackDays: 30 });
});

const change = (settings: Record<string, unknown>, seen: Record<string, unknown>) =>
  owner.send(changeOwnSettings, {
    params: { type: 'inventory', productId: kettle.productId },
    body: { settings, seen },
  });

test('a change of one threshold keeps what somebody else has saved of the others since', async () => {
  await put('inventory', { alertDays: 5, velocityLookbackDays: 14 });

  const response = await change({ warningDays: 9 }, { warningDays: null });

  expect(response.json()).toEqual({ alertDays: 5, warningDays: 9, velocityLookbackDays: 14 });
});

test('a threshold that somebody else has changed since is not replaced, and nothing else is saved with it', async () => {
  await put('inventory', { alertDays: 5 });

  const response = await change({ alertDays: 6, warningDays: 9 }, { alertDays: null, warningDays: null });

  expect([response.statusCode, response.json().code]).toEqual([409, 'settingsOvertaken']);
  expect((await itemOf('inventory'))?.settings).toMatchObject({ alertDays: 5, warningDays: null });
  expect((await change({ alertDays: 5 }, { alertDays: null })).statusCode).toBe(200);
  expect((await change({ alertDays: 6 }, { alertDays: 5 })).json()).toMatchObject({ alertDays: 6 });
});

test('of two changes of a threshold that are sent at once, one is saved and the other is refused', async () => {
  const answers = await Promise.all([5, 6].map((days) => change({ alertDays: days }, { alertDays: null })));

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
});

test('the trail names the changed thresholds of the product, and no save that changes nothing', async () => {
  await put('inventory', { alertDays: 5 });
  await put('inventory', { alertDays: 5 });
  await change({ alertDays: 6 }, { alertDays: 5 });

  const { events } = await owner.call(auditTrail, { query: { of: 'changes' } });
  expect(events.filter(({ action }) => action === 'thresholds changed')).toMatchObject([
    { actor: owner.email, details: { 'Alert days': { from: 5, to: 6 } } },
    { subject: expect.stringMatching(/^FBA Stock, \w/), details: { 'Alert days': { from: null, to: 5 } } },
  ]);
});

test('a changed threshold that contradicts one of the others is refused', async () => {
  await put('inventory', { warningDays: 5 });

  expect((await change({ alertDays: 9 }, { alertDays: null })).json()).toMatchObject({ code: 'badRequest' });
});

test.each([
  { what: 'a text instead of a number of days', type: 'inventory', settings: { alertDays: 'ten' }, status: 400 },
  { what: 'a lookback that is too long', type: 'inventory', settings: { velocityLookbackDays: 121 }, status: 400 },
  {
    what: 'a warning that comes after the alert',
    type: 'inventory',
    settings: { alertDays: 9, warningDays: 5 },
    status: 400,
  },
  { what: 'a kind without such settings', type: 'price', settings: {}, status: 404 },
  { what: 'an unknown kind', type: 'nothing', settings: {}, status: 404 },
])('$what is refused', async ({ type, settings, status }) => {
  expect((await put(type, settings)).statusCode).toBe(status);
});

test('a product of another tenant is not found', async () => {
  const other = await api.owner();
  const theirs = await buildProductOf(api.worker, other, { asin: 'B0OTHER001' });

  expect((await put('inventory', { alertDays: 5 }, theirs.productId)).statusCode).toBe(404);
});
