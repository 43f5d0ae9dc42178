import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../../../testing/clock.ts';
import { testDatabase } from '../../../../../testing/database/database.ts';
import { buildTenant, openTestDb, unwatched } from '../../../../../testing/database/factories.ts';
import { buildProductOf } from '../../../../../testing/observing/products.ts';
import { ExternalError } from '../../../../external/marketplace/external-error.ts';
import type {
  ReplenishmentOffer,
  ReplenishmentQuestion,
} from '../../../../external/marketplace/operations/replenishment.ts';
import type { Db } from '../../../../lib/db/db.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { replenishmentOffers } from './replenishment-offers.ts';
import type { StepWork } from '../source.ts';

const database = testDatabase();
const tracked = 45;
const asinOf = (n: number): string => `B${String(n).padStart(9, '0')}`;
const offer = (n: number, eligibility: string | null = 'ELIGIBLE'): ReplenishmentOffer => ({
  asin: asinOf(n),
  sku: `SKU-${n}`,
  eligibility,
});

let db: Db;
let key: StepWork['key'];
/** ASINs by product id, so that observations can be read by ASIN. */
const asins = new Map<string, string>();

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  const tenant = await buildTenant(db);
  const first = await buildProductOf(db, tenant, { asin: asinOf(1) });
  asins.set(first.productId, asinOf(1));
  for (let n = 2; n <= tracked; n += 1) {
    const { productId } = await buildProductOf(db, tenant, { asin: asinOf(n), account: first });
    asins.set(productId, asinOf(n));
  }
  const mexican = { asin: 'BMEXICO001', marketplace: 'MX', account: first } as const;
  asins.set((await buildProductOf(db, tenant, mexican)).productId, mexican.asin);
  key = {
    tenantId: tenant.tenantId,
    sellerAccountId: first.sellerAccountId,
    marketplace: 'US',
    source: 'replenishment-offers',
  };
});
afterAll(() => db.close());

/** All offers of the marketplace in the order of its answers. A test may change them between two pages. */
let offers: ReplenishmentOffer[] = [];
let questions: { readonly asins: readonly string[] | null; readonly offset: number }[] = [];
let refusals: { readonly subject: string; readonly reason: string }[] = [];
let refuses: (question: ReplenishmentQuestion) => boolean = () => false;
let beforePage: (page: number) => void = () => undefined;
beforeEach(() => {
  offers = [];
  questions = [];
  refusals = [];
  refuses = () => false;
  beforePage = () => undefined;
});

function listReplenishmentOffers(_access: unknown, question: ReplenishmentQuestion) {
  beforePage(questions.length);
  questions.push({ asins: question.asins, offset: question.offset });
  if (refuses(question)) throw new ExternalError('listOffers', 'status 400', { isPermanent: true, status: 400 });
  const found = offers.filter(({ asin }) => question.asins?.includes(asin) ?? true);
  const members = found.slice(question.offset, question.offset + 100);
  return { members, refusals, total: found.length, isLast: question.offset + 100 >= found.length };
}

/** Runs a whole pass. Returns the observed eligibility by ASIN. */
async function pass(marketplace = 'US'): Promise<ReadonlyMap<string, unknown>> {
  const said = new Map<string, unknown>();
  const judging: ObservingContext['judging'] = {
    ...unwatched,
    ingest(_tenantId, observations) {
      for (const { productId, facts } of observations) said.set(asins.get(productId) ?? '', facts);
      return Promise.resolve({ changed: [], flips: 0 });
    },
  };
  const clock = testClock(new Date('2026-06-15T12:00:00Z'));
  const ctx = { db, clock, judging, marketplace: { listReplenishmentOffers }, log: pino({ level: 'silent' }) };
  let progress: unknown = null;
  for (let step = 0; step < 100; step += 1) {
    const work = { key: { ...key, marketplace }, progress } as StepWork;
    const next = await replenishmentOffers.step(ctx as unknown as ObservingContext, work);
    if (next.state === 'done') return said;
    progress = structuredClone(next.progress);
  }
  throw new Error('The pass has no end');
}

const eligible = { eligibility: 'ELIGIBLE' };
const absent = { eligibility: 'NOT_OFFERED' };

test('among several offers of one product the one with open subscriptions counts', async () => {
  offers = [offer(1, 'SUSPENDED'), offer(1), offer(2, 'INELIGIBLE'), offer(3, 'BRAND_NEW_WORD'), offer(4, null)];

  const said = await pass();

  expect([1, 2, 3].map((n) => said.get(asinOf(n)))).toEqual([
    eligible,
    { eligibility: 'INELIGIBLE' },
    { eligibility: 'BRAND_NEW_WORD' },
  ]);
  expect(said.has(asinOf(4))).toBe(false);
});

test('a product that a complete answer leaves out is not offered', async () => {
  offers = [offer(1), offer(tracked)];

  const said = await pass();

  expect(said.size).toBe(tracked);
  expect(said.get(asinOf(1))).toEqual(eligible);
  expect(said.get(asinOf(2))).toEqual(absent);
  expect(said.get(asinOf(tracked))).toEqual(eligible);
});

test('a hundred offers cost one call, and offers of one product on two pages are taken together', async () => {
  offers = Array.from({ length: 250 }, (_, n) => offer(1 + Math.floor(n / 6), n % 6 === 5 ? 'ELIGIBLE' : 'SUSPENDED'));

  const said = await pass();

  expect(questions).toEqual([
    { asins: null, offset: 0 },
    { asins: null, offset: 96 },
    { asins: null, offset: 192 },
  ]);
  expect([...said.values()].slice(0, 41)).toEqual(Array.from({ length: 41 }, () => eligible));
  expect(said.get(asinOf(43))).toEqual(absent);
});

test('an offer that vanishes before the next page does not make other products look as if they were not offered', async () => {
  offers = Array.from({ length: 250 }, (_, n) => offer(1 + Math.floor(n / 6)));
  beforePage = (page) => {
    if (page === 1) offers.splice(0, 12);
  };

  const said = await pass();

  const offered = Array.from({ length: 42 }, (_, n) => said.get(asinOf(n + 1)));
  expect(offered).toEqual(offered.map(() => eligible));
  expect(questions.slice(2).every(({ asins: named }) => named !== null)).toBe(true);
});

test('few products among many offers are asked for by ASIN', async () => {
  offers = Array.from({ length: 1000 }, (_, n) => offer(n + 1));

  const said = await pass();

  expect(said.get(asinOf(tracked))).toEqual(eligible);
  expect(questions.map(({ asins: named }) => named?.length ?? null)).toEqual([null, 20, 20, 5]);
});

test('nothing is concluded from a missing product if a member could not be read', async () => {
  offers = [offer(1)];
  refusals = [{ subject: 'member 1', reason: 'malformed' }];

  expect([...(await pass())]).toEqual([[asinOf(1), eligible]]);
});

test('one product that the marketplace refuses does not affect the others', async () => {
  offers = Array.from({ length: 1000 }, (_, n) => offer(n + 1));
  refuses = ({ asins: named }) => named?.includes(asinOf(7)) ?? false;

  const said = await pass();

  expect(said.size).toBe(tracked - 1);
  expect(said.has(asinOf(7))).toBe(false);
});

test('a marketplace without subscribe and save is not asked', async () => {
  const said = await pass('MX');

  expect(questions).toEqual([]);
  expect([...said]).toEqual([['BMEXICO001', absent]]);
});
