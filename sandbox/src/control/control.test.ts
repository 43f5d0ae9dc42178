import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { createMailFaults } from '../mail/mail-faults.ts';
import { createManualClock } from '../world/clock.ts';
import { createFaults, type Faults } from '../world/events/faults.ts';
import { createWorld, type World } from '../world/world.ts';
import { control } from './plugin.ts';
import { summarize, type ProductSummary } from './world-summary.ts';

let world: World;
let faults: Faults;
let mailFaults: ReturnType<typeof createMailFaults>;
let app: FastifyInstance;

beforeEach(async () => {
  const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  world = createWorld({ seed: 'test', clock, publicUrl: 'http://127.0.0.1:4010' });
  faults = createFaults({ revoke: () => undefined });
  mailFaults = createMailFaults();
  app = fastify();
  await app.register(control({ world, faults, mailFaults, speedup: 30 }));
});

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
const read = async (url: string) => (await app.inject({ method: 'GET', url })).json<unknown>();

function find(wanted: (product: ProductSummary) => boolean): ProductSummary {
  const found = summarize(world)
    .sellers.flatMap((seller) => seller.products)
    .find((product) => wanted(product));
  if (!found) throw new Error('The world has no such product');
  return found;
}

const healthy = () => find((product) => product.active && product.buyBox && product.hasImage);
const again = ({ asin, marketplace }: ProductSummary) =>
  find((product) => product.asin === asin && product.marketplace === marketplace);

test('a posted event is applied and answered with its ledger entry', async () => {
  const product = healthy();
  const { asin, marketplace } = product;

  const response = await post('/sandbox/events', { type: 'priceChanged', asin, marketplace, price: 12.34 });

  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ id: 1, kind: 'event', type: 'priceChanged', asin, marketplace });
  expect(again(product).price).toBe(12.34);
  expect(await read('/sandbox/ledger')).toHaveLength(1);
  expect(await read('/sandbox/ledger?after=1')).toEqual([]);
});

test('a list of events is applied in order', async () => {
  const product = healthy();
  const { asin, marketplace } = product;

  const response = await post('/sandbox/events', [
    { type: 'imageRemoved', asin, marketplace },
    { type: 'listingSuspended', asin, marketplace },
  ]);

  expect(response.json()).toMatchObject([{ type: 'imageRemoved' }, { type: 'listingSuspended' }]);
  expect(again(product)).toMatchObject({ hasImage: false, suspended: true, active: false });
});

test.each([
  ['an unknown type', { type: 'earthquake', asin: 'B000000000', marketplace: 'US' }, /Unknown event type earthquake/],
  [
    'an unknown ASIN',
    { type: 'priceChanged', asin: 'B000000000', marketplace: 'US' },
    /No product has ASIN B000000000/,
  ],
  ['no ASIN', { type: 'priceChanged' }, /asin/],
])('an event with %s is refused with a clear message', async (_name, event, message) => {
  const response = await post('/sandbox/events', event);

  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ message: expect.stringMatching(message) });
});

test('the message about a refused event in a list names its index', async () => {
  const response = await post('/sandbox/events', [{ type: 'earthquake' }]);

  expect(response.json()).toMatchObject({ message: expect.stringMatching(/^event 0: /) });
});

test('random events can be paused, resumed and run step by step', async () => {
  await post('/sandbox/life', { paused: true });
  expect(world.isPaused).toBe(true);
  expect(await read('/sandbox/life')).toEqual({ paused: true });

  await post('/sandbox/life', { steps: 5 });
  expect(world.ledger.entriesAfter(0)).toHaveLength(5);

  await post('/sandbox/life', { paused: false });
  expect(world.isPaused).toBe(false);
  expect((await post('/sandbox/life', {})).statusCode).toBe(400);
  expect((await post('/sandbox/life', { steps: 0 })).statusCode).toBe(400);
});

test('the clock can be advanced, and orders are simulated for the skipped time', async () => {
  expect(await read('/sandbox/clock')).toEqual({ now: '2026-11-20T10:00:00.000Z' });

  const response = await post('/sandbox/clock', { advanceMinutes: 2 * 1440 });

  expect(response.json()).toMatchObject({ now: '2026-11-22T10:00:00.000Z' });
  expect(response.json<{ orders: number }>().orders).toBeGreaterThan(100);
  expect(world.clock.now().toISOString()).toBe('2026-11-22T10:00:00.000Z');
  expect((await post('/sandbox/clock', { advanceMinutes: -5 })).statusCode).toBe(400);
  expect((await post('/sandbox/clock', {})).statusCode).toBe(400);
});

test('each act of the demo story is played on request and only once', async () => {
  expect(await read('/sandbox/story')).toMatchObject({ toldActs: 0 });

  const played = await post('/sandbox/story', { act: 2 });

  expect(played.json()).toMatchObject({ toldActs: 2, products: { hijacked: { marketplace: 'US' } } });
  const { hijacked } = played.json<{ products: { hijacked: { asin: string } } }>().products;
  const sellers = () => find(({ asin, marketplace }) => asin === hijacked.asin && marketplace === 'US').otherSellers;
  const before = sellers();
  expect((await post('/sandbox/story', { act: 2 })).json()).toEqual(played.json());
  expect(sellers()).toBe(before);
  expect((await post('/sandbox/story', { act: 3 })).statusCode).toBe(400);
});

test('the summary of a product lists what has changed since the start', async () => {
  const product = healthy();
  const { asin, marketplace } = product;
  expect(Object.values(product.changed)).not.toContain(true);

  for (const type of ['detailsChanged', 'packageChanged', 'categoryChanged', 'parentDetailsChanged', 'fbaFeeChanged'])
    await post('/sandbox/events', { type, asin, marketplace });

  expect(again(product).changed).toEqual({
    details: true,
    package: true,
    category: true,
    parent: false,
    parentDetails: true,
    fee: true,
  });
});

test('faults are set for the SP-API or the mail server and can be cleared', async () => {
  await post('/sandbox/faults', { fault: '429', count: 2 });
  await post('/sandbox/faults', { fault: 'smtpDown', count: 2 });
  expect(faults.take({ operation: 'any', sellerId: undefined })).toMatchObject({ fault: '429' });
  expect(mailFaults.consume('smtpDown')).toBe(true);

  await app.inject({ method: 'DELETE', url: '/sandbox/faults' });

  expect(faults.take({ operation: 'any', sellerId: undefined })).toBeUndefined();
  expect(mailFaults.consume('smtpDown')).toBe(false);
  expect((await post('/sandbox/faults', { fault: 'flood' })).statusCode).toBe(400);
});

test('the world summary lists every seller with its products and marks the spare seller', async () => {
  const { sellers } = summarize(world);

  expect(await read('/sandbox/world')).toEqual({ sellers });
  expect(sellers.filter((seller) => seller.spare)).toHaveLength(1);
  expect(sellers.flatMap((seller) => seller.products)).toHaveLength(world.products.length);
});

test('the rates route returns the speed-up and the multiplied rates', async () => {
  expect(await read('/sandbox/rates')).toMatchObject({
    speedup: 30,
    operations: expect.arrayContaining([{ operationId: 'getListingOffersBatch', rate: 15, burst: 30 }]),
  });
});
