import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { unpackWorld, type PackedWorld } from '@app/shared/world/packed/packed-world.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { addUser } from '../../../testing/http/users.ts';
import { testClock } from '../../../testing/clock.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { compressBeginning, joinGzip } from './joined-gzip.ts';
import { KeptBases } from './kept-bases.ts';
import { acceptsGzip } from './send-world.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
});

const url = '/api/sentinel/stateoftheworld?init=true&packed=true&parts=true';
const load = (encoding = 'gzip') => owner.request({ url, headers: { 'accept-encoding': encoding } });

const worldIn = (bytes: Buffer) => unpackWorld(JSON.parse(bytes.toString()));
const plain = () => owner.call(stateOfTheWorld, { query: {} });

test('a packed full answer equals the plain one', async () => {
  const { headers, rawPayload } = await load('gzip, deflate, br, zstd');

  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' });
  expect(headers['vary']).toContain('accept-encoding');
  expect(worldIn(gunzipSync(rawPayload))).toEqual(await plain());
});

test('a browser that accepts no compression gets the plain answer', async () => {
  const { headers, rawPayload } = await load('identity');

  expect(headers['content-encoding']).toBeUndefined();
  expect(worldIn(rawPayload)).toEqual(await plain());
});

const loaded = async () => worldIn(gunzipSync((await load()).rawPayload));

test('a first load from a kept one shows what has changed since, and is the plain answer of its time', async () => {
  await sellToday(product);
  const before = await loaded();
  const second = await buildProductOf(api.worker, owner);
  await owner.call(muteItem, { params: { id: `price-${product.productId}` }, body: { minutes: 60 } });
  await api.worker.tenant(owner.tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, owner.tenantId);
    await sql`
      update products set short_name = 'Pan', sales_known_at = ${api.clock.now()}, version = ${version}::bigint
       where product_id = ${second.productId}`.execute(tx);
  });

  const changed = await loaded();
  expect(changed.state).not.toBe(before.state);
  expect(changed).toEqual(await plain());
  expect(changed.products).toMatchObject([{ productId: product.productId }, { shortName: 'Pan', ageHours: 0 }]);

  api.clock.advance(3 * hourMs);
  const later = await loaded();
  expect(later).toEqual(await plain());
  expect(later.products).toMatchObject([{ ageHours: -1, sales: [{ unitsSold: 4 }] }, { ageHours: 3 }]);

  api.clock.advance(20 * hourMs);
  const nextDay = await loaded();
  expect(nextDay).toEqual(await plain());
  expect(nextDay.products).toMatchObject([{ sales: [{ unitsSold: 0 }, { unitsSold: 4 }] }, { sales: [] }]);
});

/** Stamps the product, as saving an order of it does. */
const sellToday = ({ productId }: BuiltProduct) =>
  api.worker.tenant(owner.tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, owner.tenantId);
    await sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions,
                              was_out_of_stock, changed_at)
      values (${owner.tenantId}, ${productId}, ${dayAt('US', api.clock.now())}, 4, 4, 0, '{}', false, now())`.execute(
      tx,
    );
    await sql`update products set version = ${version}::bigint where product_id = ${productId}`.execute(tx);
  });

test('the kept world of another tenant is never used', async () => {
  await load();
  const other = await api.owner();

  const theirs = await other.request({ url, headers: { 'accept-encoding': 'gzip' } });

  expect(worldIn(gunzipSync(theirs.rawPayload))).toMatchObject({ products: [], userEmail: other.email });
});

test('a browser whose state cannot be continued loads from the kept world', async () => {
  await loaded();
  const stale = await owner.request({
    url: '/api/sentinel/stateoftheworld?packed=true&parts=true&state=otherepoch.1.all',
    headers: { 'accept-encoding': 'gzip' },
  });

  expect(worldIn(gunzipSync(stale.rawPayload))).toEqual(await plain());
});

test('a packed delta equals the plain one', async () => {
  const { state, products } = await plain();
  await owner.call(muteItem, { params: { id: `price-${product.productId}` }, body: { minutes: 60 } });

  const changed = `/api/sentinel/stateoftheworld?packed=true&state=${state}`;
  await expect.poll(async () => (await owner.request({ url: changed })).statusCode).toBe(200);

  const packed: PackedWorld = (await owner.request({ url: changed })).json();
  const asPlain = await owner.call(stateOfTheWorld, { query: { state } });
  expect(asPlain).toMatchObject({ full: false, products: [] });
  expect(unpackWorld(packed, products)).toEqual(asPlain);
});

test('browsers of one account that ask for the same changes share one reading, and each answer names its own user', async () => {
  const [bea, carl] = [await addUser(api, owner), await addUser(api, owner)];
  const { state } = await bea.call(stateOfTheWorld, { query: {} });
  const changes = { url: `/api/sentinel/stateoftheworld?packed=true&parts=true&state=${state}` };
  const mute = (kind: string) =>
    owner.call(muteItem, { params: { id: `${kind}-${product.productId}` }, body: { minutes: 60 } });
  const statesOf = async () =>
    (await Promise.all([bea.request(changes), carl.request(changes)])).map((answer) =>
      answer.statusCode === 200 ? answer.json<PackedWorld>().state : state,
    );
  await mute('price');
  await expect.poll(statesOf).not.toContain(state);
  api.clock.advance(2001);

  const readings = vi.spyOn(api.ctx.db, 'snapshot');
  const answers = await Promise.all([bea.request(changes), carl.request(changes)]);
  const [ofBea, ofCarl] = answers.map((answer) => answer.json<PackedWorld>());
  const later = await carl.request(changes);

  expect(readings).toHaveBeenCalledOnce();
  readings.mockRestore();
  expect(ofBea).toMatchObject({ full: false, userEmail: bea.email });
  expect(ofCarl).toEqual({ ...ofBea, userEmail: carl.email });
  expect(later.json()).toEqual(ofCarl);
  expect(unpackWorld(later.json(), (await plain()).products)).toEqual(
    await carl.call(stateOfTheWorld, { query: { state } }),
  );

  await mute('searchBan');
  await expect.poll(statesOf).not.toContain(ofBea?.state);
});

test('a user gets no changes that an owner has asked for, who is told of more', async () => {
  const bea = await addUser(api, owner);
  const { state } = await bea.call(stateOfTheWorld, { query: {} });
  const changes = { url: `/api/sentinel/stateoftheworld?packed=true&parts=true&state=${state}` };
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update email_addresses
         set stopped_at = now()
       where tenant_id = ${owner.tenantId}
         and email = ${bea.email}`.execute(tx);
    await nextWorldVersion(tx, owner.tenantId);
  });
  await expect.poll(async () => (await owner.request(changes)).statusCode).toBe(200);

  const [ofOwner, ofBea] = [await owner.request(changes), await bea.request(changes)];

  expect(ofOwner.json<PackedWorld>().accountErrors).toHaveLength(1);
  expect(ofBea.json<PackedWorld>().accountErrors).toEqual([]);
});

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0, br', false],
  ['br', false],
  [undefined, false],
])('the header %j accepts gzip: %s', (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts);
});

test('a page of an earlier release, which knows no parts, gets its world in one', async () => {
  const { rawPayload } = await owner.request({ url: url.replace('&parts=true', '') });

  expect(JSON.parse(rawPayload.toString())).toMatchObject({ packed: 1, full: true, products: { count: 1 } });
});

test('any end can be appended to a compressed beginning', async () => {
  const beginning = await compressBeginning('{"é":"🍳"'.repeat(2000));
  for (const end of ['}', ',"more":"ü"}'.repeat(500)]) {
    expect(gunzipSync(await joinGzip(beginning, end)).toString()).toBe('{"é":"🍳"'.repeat(2000) + end);
  }
});

test('kept worlds take no more memory than allowed, and are dropped after a day', () => {
  const clock = testClock(new Date('2026-11-20T08:00:00Z'));
  const kept = new KeptBases(clock, 64_000_000);
  const base = { epoch: 'e', version: '1', marketplaces: [], days: '' };
  const gzip = { deflated: Buffer.alloc(30_000_000), crc: 0, bytes: 0 };

  for (const key of ['a', 'b', 'c']) kept.keep(key, { ...base, gzip });
  expect(kept.find('a')).toBeNull();
  expect(kept.find('c')).toMatchObject(base);

  clock.advance(86_400_001);
  expect(kept.find('b')).toBeNull();
});
