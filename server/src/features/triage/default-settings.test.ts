import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { putOwnSettings } from '@app/shared/contract/spreadsheets.ts';
import { changeDefaultSettings } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld, type WorldAnswer } from '@app/shared/contract/world.ts';
import { catalogFacts, listingFacts } from '../../../testing/database/factories.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { judgeDue } from '../judging/due.ts';
import { createJudging } from '../judging/ingest.ts';
import { changeDefaultSettings as changeAs } from './default-settings.ts';

const api = testApi();
let judging: ReturnType<typeof createJudging>;
let owner: Owner;
let kettle: BuiltProduct;
let pan: BuiltProduct;

/** Builds a product that the seller ships, with four units left. */
async function productOf(brand: string, asin: string, account?: BuiltProduct): Promise<BuiltProduct> {
  const built = await buildProductOf(api.worker, owner, { asin, ...(account && { account }) });
  await seeBrand(built, brand);
  const seen = { productId: built.productId, aspect: 'listing', sku: asin, observedAt: api.clock.now() } as const;
  const facts = listingFacts({ ownQuantity: 4, isFulfilledByAmazon: false });
  await judging.ingest(owner.tenantId, [{ ...seen, facts }]);
  return built;
}

async function seeBrand({ productId }: BuiltProduct, brand: string): Promise<void> {
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: api.clock.now() } as const;
  await judging.ingest(owner.tenantId, [{ ...seen, facts: catalogFacts({ brand }) }]);
}

beforeEach(async () => {
  judging = createJudging({ db: api.worker, clock: api.clock });
  owner = await api.owner();
  kettle = await productOf('Brightkeel', 'B0KETTLE01');
  pan = await productOf('Ironhand', 'B0PAN00001', kettle);
});

const change = (brand: string | null, settings: Record<string, unknown>, { type = 'fbmInventory', at = kettle } = {}) =>
  owner.send(changeDefaultSettings, {
    params: { type },
    body: { sellerId: at.sellerAccountId, ...(brand !== null && { brand }), settings },
  });

/** Changes a default of the account from a value that was seen, as the page does. */
const changeSeen = (value: unknown, seen: unknown) =>
  owner.send(changeDefaultSettings, {
    params: { type: 'fbmInventory' },
    body: { sellerId: kettle.sellerAccountId, settings: { alertThreshold: value }, seen: { alertThreshold: seen } },
  });

const look = (state?: string): Promise<WorldAnswer> => owner.call(stateOfTheWorld, { query: state ? { state } : {} });

/** Returns the statuses of kettle and pan; 2 is an alert. */
async function states(): Promise<readonly unknown[]> {
  await judgeDue({ db: api.worker, clock: api.clock });
  const items = (await look()).watchDogs['fbmInventory']?.items ?? {};
  return [kettle, pan].map(({ productId }) => items[productId]?.status ?? 0);
}

test("a product is judged by its own threshold, else its brand's, else its account's", async () => {
  const elsewhere = await productOf('Brightkeel', 'B0ELSE0001');
  await change(null, { alertThreshold: 5 });
  expect(await states()).toEqual([2, 2]);
  expect((await look()).watchDogs['fbmInventory']?.items[elsewhere.productId]?.status ?? 0).toBe(0);

  await change('Brightkeel', { alertThreshold: 3 });
  expect(await states()).toEqual([0, 2]);

  const own = { params: { type: 'fbmInventory', productId: kettle.productId } };
  await owner.send(putOwnSettings, { ...own, body: { alertThreshold: 4 } });
  expect(await states()).toEqual([2, 2]);
  await owner.send(putOwnSettings, { ...own, body: {} });
  expect(await states()).toEqual([0, 2]);

  await change('Brightkeel', { alertThreshold: null });
  await change(null, { alertThreshold: null });
  expect(await states()).toEqual([0, 0]);
});

test('a product or brand with the sign for no threshold takes none from its brand or account', async () => {
  await change(null, { alertThreshold: 5 });
  await change('Brightkeel', { alertThreshold: 'none' });
  expect(await states()).toEqual([0, 2]);

  const own = { params: { type: 'fbmInventory', productId: pan.productId } };
  expect((await owner.send(putOwnSettings, { ...own, body: { alertThreshold: 'none' } })).statusCode).toBe(200);
  expect(await states()).toEqual([0, 0]);
  const { watchDogs } = await look();
  expect(watchDogs['fbmInventory']?.items[pan.productId]).toMatchObject({
    settings: { alertThreshold: 'none' },
    alertThreshold: null,
    hasIssue: false,
  });

  await change('Brightkeel', { alertThreshold: null });
  expect(await states()).toEqual([2, 0]);
});

test('a threshold that the sign cancels contradicts nothing', async () => {
  await change(null, { warningDays: 9 }, { type: 'inventory' });
  const params = { type: 'inventory', productId: pan.productId };

  const response = await owner.send(putOwnSettings, { params, body: { alertDays: 12, warningDays: 'none' } });

  expect(response.statusCode).toBe(200);
});

test('a product whose brand changes is judged by the default of its new brand, or without one', async () => {
  await change('Ironhand', { alertThreshold: 5 });
  expect(await states()).toEqual([0, 2]);
  api.clock.advance(60_000);

  await seeBrand(kettle, 'Ironhand');
  expect(await states()).toEqual([2, 2]);
  api.clock.advance(60_000);

  await seeBrand(kettle, 'Brightkeel');
  expect(await states()).toEqual([0, 2]);
});

test('a browser gets changed and removed defaults with the next delta, and the trail names them', async () => {
  const { state } = await look();
  await change('Ironhand', { alertDays: 7, warningDays: 21 }, { type: 'inventory' });
  const changed = await look(state);
  await change('Ironhand', { alertDays: null, warningDays: null }, { type: 'inventory' });
  const removed = await look(changed.state);

  const sellerId = kettle.sellerAccountId;
  expect([changed.full, removed.full]).toEqual([false, false]);
  expect(changed.watchDogs['inventory']?.defaults).toEqual([
    { sellerId, brand: 'Ironhand', settings: { alertDays: 7, warningDays: 21 } },
  ]);
  expect(removed.watchDogs['inventory']?.defaults).toEqual([]);
  const { events } = await owner.call(auditTrail, { query: { of: 'changes' } });
  expect(events.filter(({ action }) => action === 'default thresholds changed')).toMatchObject([
    { subject: 'FBA Stock, Ironhand at Brightkeel US', details: { 'Warning days': { from: 21, to: null } } },
    { subject: 'FBA Stock, Ironhand at Brightkeel US', details: { 'Alert days': { from: null, to: 7 } } },
  ]);
});

test.each([
  { what: 'a warning that comes after the alert', settings: { alertDays: 9, warningDays: 5 } },
  { what: 'a text instead of a number of days', settings: { alertDays: 'ten' } },
  { what: 'a setting that is no threshold', settings: { velocityLookbackDays: 60 } },
  { what: 'a brand that no product has', brand: 'Nobody', settings: { alertDays: 9 } },
])('as a default, $what is refused', async ({ brand = null, settings }) => {
  expect((await change(brand, settings, { type: 'inventory' })).statusCode).toBe(400);
});

test('two thresholds of one place that are changed at once are both kept, and must not contradict each other', async () => {
  const changes = [{ alertDays: 7 }, { warningDays: 21 }];
  await Promise.all(changes.map((settings) => change('Ironhand', settings, { type: 'inventory' })));

  expect((await look()).watchDogs['inventory']?.defaults).toMatchObject([
    { settings: { alertDays: 7, warningDays: 21 } },
  ]);
  const refused = await change('Ironhand', { alertDays: 30 }, { type: 'inventory' });
  expect(refused.json()).toMatchObject({ message: expect.stringContaining('at more than 30 days') });
});

const ofStock = { type: 'inventory' };

test('a default of a brand that contradicts the one of its seller account is refused, and so is the opposite', async () => {
  await change(null, { alertDays: 12 }, ofStock);
  const ofBrand = await change('Ironhand', { warningDays: 9 }, ofStock);
  expect(ofBrand.json()).toMatchObject({ code: 'badRequest', message: expect.stringMatching(/Ironhand .*12 days/) });
  await change('Ironhand', { warningDays: 9, alertDays: 5 }, ofStock);
  await change('Brightkeel', { warningDays: 20 }, ofStock);

  const ofAccount = await change(null, { alertDays: 25 }, ofStock);
  expect(ofAccount.json()).toMatchObject({ message: expect.stringMatching(/Brightkeel .*25 days/) });
  expect((await change('Ironhand', { alertDays: null }, ofStock)).statusCode).toBe(400);
  expect((await change(null, { alertDays: 15 }, ofStock)).statusCode).toBe(200);
  expect((await change('Ironhand', { alertDays: 'none' }, ofStock)).statusCode).toBe(200);
});

test('a brand that contradicts its seller account already does not hinder a change of the account', async () => {
  await change('Ironhand', { warningDays: 9 }, ofStock);
  await change(null, { alertDays: 5 }, ofStock);
  await sql`
    update default_settings set settings = '{"alertDays": 12}'
     where tenant_id = ${owner.tenantId} and brand = ''`.execute(api.worker.global);

  expect((await change(null, { alertDays: 10 }, ofStock)).statusCode).toBe(200);
  expect((await change('Ironhand', { warningDays: 8 }, ofStock)).statusCode).toBe(400);
  expect((await change(null, { alertDays: 7 }, ofStock)).statusCode).toBe(200);
  expect((await change(null, { alertDays: 10 }, ofStock)).statusCode).toBe(400);
});

test('an own threshold that contradicts the default of the brand is refused', async () => {
  await change('Ironhand', { warningDays: 9 }, { type: 'inventory' });
  const params = { type: 'inventory', productId: pan.productId };

  expect((await owner.send(putOwnSettings, { params, body: { alertDays: 12 } })).json()).toMatchObject({
    message: expect.stringContaining('at more than 12 days'),
  });
  expect((await owner.send(putOwnSettings, { params, body: { alertDays: 12, warningDays: 20 } })).statusCode).toBe(200);
});

test('a seller account that the viewer may not see, or of another tenant, has no defaults for the viewer', async () => {
  await change(null, { alertThreshold: 5 });
  const wanted = { type: 'fbmInventory', sellerId: kettle.sellerAccountId, brand: null, settings: {} };
  const actor = { tenantId: owner.tenantId, emailAddressId: '1', email: 'user@users.example', isOwner: false };
  const user = { ...actor, hiddenSellerAccountIds: [kettle.sellerAccountId], sessionHash: '', isServed: true };
  const stranger = await api.owner();

  await expect(changeAs({ db: api.worker, clock: api.clock }, user, wanted)).rejects.toMatchObject({
    code: 'notFound',
  });
  const body = { sellerId: wanted.sellerId, settings: {} };
  const theirs = await stranger.send(changeDefaultSettings, { params: { type: 'fbmInventory' }, body });
  expect(theirs.statusCode).toBe(404);
  expect((await stranger.call(stateOfTheWorld, { query: {} })).watchDogs['fbmInventory']?.defaults).toEqual([]);
});

test('a default that somebody else has changed since it was seen is not replaced', async () => {
  expect((await changeSeen(5, null)).statusCode).toBe(200);

  const overtaken = await changeSeen(3, null);

  expect([overtaken.statusCode, overtaken.json().code]).toEqual([409, 'settingsOvertaken']);
  expect((await look()).watchDogs['fbmInventory']?.defaults).toMatchObject([{ settings: { alertThreshold: 5 } }]);
  expect([(await changeSeen(5, null)).statusCode, (await changeSeen(null, 5)).json()]).toEqual([200, {}]);
});
