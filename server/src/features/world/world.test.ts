import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worldShape, type WorldAnswer, type WorldItem } from '@app/shared/contract/world.ts';
import { packWorld, unpackWorld } from '@app/shared/world/packed/packed-world.ts';
import { applyDelta } from '@app/shared/world/world-change.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  listingFacts,
  offersFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import { testClock } from '../../../testing/clock.ts';
import type { Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import type { Observation } from '../observing/recording/observation.ts';
import { endMutes, judgeDue } from '../judging/due.ts';
import { createKeyword, deactivateKeyword } from '../triage/keywords.ts';
import { createJudging } from '../judging/ingest.ts';
import { lockProducts } from '../judging/judge/load-queries.ts';
import { putSettings } from '../triage/settings.ts';
import { bulkSetIssueStatus, muteItem } from '../triage/triage.ts';
import { firstLoader } from './load-first.ts';
import { worldFor } from './world.ts';
import { minuteMs } from '@app/shared/base/time.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let worker: Db;
let api: Db;

beforeAll(() => {
  worker = openTestDb(database.workerUrl);
  api = openTestDb(database.apiUrl);
});
afterAll(() => Promise.all([worker.close(), api.close()]));

const judging = () => createJudging({ db: worker, clock });

const worldOf = async (tenant: BuiltTenant, state?: string): Promise<WorldAnswer | null> =>
  (await worldFor({ db: api, config, clock }, { actor: tenant.owner, state })).answer;

async function fullWorld(tenant: BuiltTenant): Promise<WorldAnswer> {
  const answer = await worldOf(tenant);
  if (!answer) throw new Error('A full answer is never empty');
  return answer;
}

const saysSomething = ({ settings, statusDetails }: WorldItem): boolean =>
  settings.keyword !== null || statusDetails.message !== null;

/** Removes differences without a meaning: the order of rows, and items that are ok and show nothing. */
function comparable(world: WorldAnswer) {
  const products = world.products.toSorted((a, b) => Number(a.productId) - Number(b.productId));
  const items = Object.values(world.watchDogs)
    .flatMap((group) => Object.values(group.items))
    .filter((item) => item.status !== 0 || item.issueStatus !== 0 || item.muted || saysSomething(item))
    .toSorted((a, b) => (a.watchDogId < b.watchDogId ? -1 : 1));
  const settings = Object.entries(world.watchDogs).map(([type, group]) => [type, group.settings] as const);
  return { products, items, settings: Object.fromEntries(settings), sellerAccounts: world.sellerAccounts };
}

test('the answer has the shape of the contract', async () => {
  const tenant = await buildTenant(worker);
  await buildProduct(worker, { tenant, judging: judging() });

  const answer = await fullWorld(tenant);

  expect(worldShape.parse(structuredClone(answer))).toEqual(answer);
});

test('a current state gets no answer, and an unknown one a full answer', async () => {
  const tenant = await buildTenant(worker);
  await buildProduct(worker, { tenant, judging: judging() });
  const { state } = await fullWorld(tenant);

  expect(await worldOf(tenant, state)).toBeNull();
  expect(await worldOf(tenant, 'otherepoch.1.all')).toMatchObject({ full: true });
  expect(await worldOf(tenant, 'nonsense')).toMatchObject({ full: true });
});

test('a viewer who loses access to a seller account gets a full answer without it', async () => {
  const tenant = await buildTenant(worker);
  await buildProduct(worker, { tenant, judging: judging() });
  const { state } = await fullWorld(tenant);

  const actor = { ...tenant.owner, isOwner: false, hiddenSellerAccountIds: [tenant.sellerAccountId] };
  const { answer } = await worldFor({ db: api, config, clock }, { actor, state });

  expect(answer).toMatchObject({ full: true, products: [], sellerAccounts: [] });
});

test('notifications are listed newest first, improvements only of kinds that tell of them', async () => {
  const tenant = await buildTenant(worker);
  const productId = await buildProduct(worker, { tenant, judging: judging() });
  for (const images of [[], [{ variant: 'MAIN', url: 'https://pictures.example/skillet.png' }]]) {
    clock.advance(minuteMs);
    const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
    await judging().ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images }) }]);
  }
  await insertFlips(tenant, { productId, type: 'searchBan', colours: ['RED', 'GREEN'] });

  const { notifications } = await fullWorld(tenant);

  expect(notifications).toMatchObject([
    { productId, notificationType: 'SEARCH_BAN', notificationLevel: 'GREEN' },
    { productId, notificationType: 'SEARCH_BAN', notificationLevel: 'RED' },
    { productId, notificationType: 'IMAGE_MISSING', notificationLevel: 'RED' },
  ]);
});

test('improvements displace no alert from the twenty notifications', async () => {
  const tenant = await buildTenant(worker);
  const productId = await buildProduct(worker, { tenant, judging: judging() });
  const colours = [
    ...Array<'GREEN'>(3).fill('GREEN'),
    ...Array<'RED'>(20).fill('RED'),
    ...Array<'GREEN'>(30).fill('GREEN'),
  ];
  await insertFlips(tenant, { productId, type: 'price', colours });

  const { notifications } = await fullWorld(tenant);

  const levels = Map.groupBy(notifications, ({ notificationLevel }) => notificationLevel);
  expect(levels.get('RED')).toHaveLength(20);
  expect(levels.get('GREEN')).toHaveLength(20);
});

interface Flips {
  readonly productId: string;
  readonly type: string;
  readonly colours: readonly ('RED' | 'GREEN')[];
}

async function insertFlips({ tenantId }: BuiltTenant, { productId, type, colours }: Flips): Promise<void> {
  for (const [revision, colour] of colours.entries()) {
    clock.advance(minuteMs);
    await worker.tenant(tenantId, (tx) =>
      sql`
        insert into flips (tenant_id, item_id, product_id, type, from_status, to_status, colour, revision, evidence, at)
        values (${tenantId}, ${`${type}-${productId}`}, ${productId}, ${type}, 0, 2, ${colour}, ${revision + 1},
                '[]', ${clock.now()})`.execute(tx),
    );
  }
}

test('a product that is no longer tracked is listed as removed', async () => {
  const tenant = await buildTenant(worker);
  const productId = await buildProduct(worker, { tenant, judging: judging() });
  const { state } = await fullWorld(tenant);

  await untrack(tenant, productId);

  expect(await worldOf(tenant, state)).toMatchObject({ full: false, products: [], removedProductIds: [productId] });
});

test('a version that commits late is not missed by a poll in between', async () => {
  const tenant = await buildTenant(worker);
  const [slow, quick] = [
    await buildProduct(worker, { tenant, judging: judging() }),
    await buildProduct(worker, { tenant, judging: judging() }),
  ];
  const before = await fullWorld(tenant);
  const held = Promise.withResolvers<void>();
  const isWriting = Promise.withResolvers<void>();

  const late = worker.tenant(tenant.tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenant.tenantId);
    await sql`update products set short_name = 'late', version = ${version}::bigint
               where tenant_id = ${tenant.tenantId} and product_id = ${slow}`.execute(tx);
    isWriting.resolve();
    await held.promise;
  });
  await isWriting.promise;
  const early = muteItem({ db: worker, clock }, tenant.owner, { id: `price-${quick}`, minutes: 60 });
  const between = await worldOf(tenant, before.state);
  held.resolve();
  await Promise.all([late, early]);

  const after = await worldOf(tenant, between?.state ?? before.state);
  const seen = [between, after].reduce<WorldAnswer>(
    (world, answer) => (answer ? applyDelta(world, answer) : world),
    before,
  );
  expect(comparable(seen)).toEqual(comparable(await fullWorld(tenant)));
  expect(seen.products.find((product) => product.productId === slow)?.shortName).toBe('late');
});

async function untrack(tenant: BuiltTenant, productId: string): Promise<void> {
  await worker.tenant(tenant.tenantId, async (tx) => {
    await lockProducts(tx, tenant.tenantId, [productId]);
    const version = await nextWorldVersion(tx, tenant.tenantId);
    await sql`update products set is_tracked = false, version = ${version}::bigint
               where tenant_id = ${tenant.tenantId} and product_id = ${productId}`.execute(tx);
  });
}

type Step =
  | { readonly do: 'observe'; readonly product: number; readonly aspect: number; readonly variant: number }
  | { readonly do: 'triage'; readonly status: number; readonly product: number }
  | { readonly do: 'mute'; readonly product: number; readonly minutes: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'whitelist'; readonly sellerId: string }
  | { readonly do: 'untrack'; readonly product: number }
  | { readonly do: 'keyword'; readonly product: number; readonly number: number; readonly isGone: boolean }
  | { readonly do: 'find'; readonly product: number; readonly number: number; readonly position: number }
  | { readonly do: 'poll'; readonly isLost: boolean };

const product = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('observe' as const),
      product,
      aspect: fc.nat({ max: 2 }),
      variant: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('triage' as const), status: fc.nat({ max: 3 }), product }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('mute' as const), product, minutes: fc.constantFrom(-1, 30, 600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 60, 20_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('whitelist' as const), sellerId: fc.constantFrom('A1OTHER', 'A2OTHER') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('untrack' as const), product: fc.constant(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('keyword' as const),
      product,
      number: fc.nat({ max: 2 }),
      isGone: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('find' as const),
      product,
      number: fc.nat({ max: 2 }),
      position: fc.constantFrom(3, 80),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('poll' as const), isLost: fc.boolean() }) },
);

function observationOf(
  tenant: BuiltTenant,
  productId: string,
  { aspect, variant }: { aspect: number; variant: number },
): Observation {
  const common = { productId, observedAt: clock.now() };
  if (aspect === 0) {
    const parentAsin = [null, 'B0PARENT01', 'B0PARENT01', 'B0PARENT02'][variant] ?? null;
    const images = variant % 2 === 0 ? {} : { images: [] };
    return { ...common, aspect: 'catalog', sku: '', facts: catalogFacts({ ...images, parentAsin }) };
  }
  if (aspect === 1) {
    const status = [['BUYABLE', 'DISCOVERABLE'], [], ['DISCOVERABLE'], null][variant] ?? null;
    return { ...common, aspect: 'listing', sku: 'S', facts: listingFacts({ status }) };
  }
  const others = [{ sellerId: 'A1OTHER', cents: 3400, wins: variant === 3 }].slice(0, variant > 1 ? 1 : 0);
  const facts = offersFacts({ sellerKey: tenant.sellerKey, ownCents: 3490 - variant * 400, others });
  return { ...common, aspect: 'offers', sku: 'S', facts };
}

/** Packs and unpacks an answer, as it happens on its way to a browser. */
const sent = (answer: WorldAnswer, known: WorldAnswer): WorldAnswer =>
  unpackWorld(JSON.parse(JSON.stringify(packWorld(answer))), known.products);

/** Returns a function that loads the world as a browser without any state does, from a process that keeps bases. */
function openFirstLoads(tenant: BuiltTenant): () => Promise<WorldAnswer> {
  const configured = { ...config, keptWorldBytes: 1_000_000 };
  // `restart` replaces `api`, so each call uses the current one.
  const load = firstLoader({
    clock,
    config: configured,
    db: { ...api, snapshot: (...given) => api.snapshot(...given) },
  });
  return async () => unpackWorld(JSON.parse(gunzipSync((await load(tenant.owner)).gzip).toString()));
}

const isPoll = (one: Step): one is Extract<Step, { do: 'poll' }> => one.do === 'poll';

async function write(tenant: BuiltTenant, productIds: readonly string[], one: Step): Promise<void> {
  const productId = 'product' in one ? (productIds[one.product] ?? '') : '';
  const { owner, tenantId } = tenant;
  if (one.do === 'observe') {
    await judging().ingest(tenantId, [observationOf(tenant, productId, one)]);
  } else if (one.do === 'triage') {
    const watchDogIds = ['imageMissing', 'price'].map((type) => `${type}-${productId}`);
    await bulkSetIssueStatus({ db: api, clock }, owner, { watchDogIds, issueStatus: one.status }).catch(isGone);
  } else if (one.do === 'mute') {
    await muteItem({ db: api, clock }, owner, { id: `price-${productId}`, minutes: one.minutes }).catch(isGone);
  } else if (one.do === 'wait') {
    clock.advance(one.minutes * minuteMs);
    await endMutes({ db: worker, clock });
    await judgeDue({ db: worker, clock });
  } else if (one.do === 'whitelist') {
    const settings = { whitelist: { US: [{ value: one.sellerId }] } };
    await putSettings({ db: api, clock }, owner, { type: 'numberOfSellers', settings });
  } else if (one.do === 'untrack') {
    await untrack(tenant, productId);
  } else if (one.do === 'keyword') {
    await changeKeyword(tenant, productId, one).catch(isGone);
  } else if (one.do === 'find') {
    const keyword = `phrase ${one.number}`;
    const facts = { keyword, position: one.position, seen: 150 };
    const seen = { productId, aspect: 'searchRank', sku: keyword, observedAt: clock.now() } as const;
    await judging().ingest(tenantId, [{ ...seen, facts }]);
  }
}

async function changeKeyword(
  { owner }: BuiltTenant,
  productId: string,
  { number, isGone: goes }: Extract<Step, { do: 'keyword' }>,
): Promise<void> {
  const ctx = { db: api, clock };
  if (goes) return deactivateKeyword(ctx, owner, `keyword-${productId}-${number + 1}`);
  await createKeyword(ctx, owner, { productId, keyword: `phrase ${number}`, absoluteThreshold: 20 });
}

async function restart(): Promise<void> {
  await Promise.all([api.close(), worker.close()]);
  api = openTestDb(database.apiUrl);
  worker = openTestDb(database.workerUrl);
}

test('a first load and the deltas since, and a later first load from the kept one, equal the current full answer, with concurrent writers and lost answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      async (rounds) => {
        const tenant = await buildTenant(worker);
        const productIds: string[] = [];
        for (let n = 0; n < 4; n += 1) productIds.push(await buildProduct(worker, { tenant, judging: judging() }));
        const firstWorld = openFirstLoads(tenant);
        let world = await firstWorld();

        const poll = async (isLost: boolean): Promise<void> => {
          const answer = await worldOf(tenant, world.state);
          if (answer && !isLost) world = applyDelta(world, sent(answer, world));
        };
        for (const steps of rounds) {
          clock.advance(minuteMs);
          const [polls, writes] = [steps.filter(isPoll), steps.filter((one) => !isPoll(one))];
          // A browser has only one poll under way; writers do not wait for it.
          await Promise.all([
            ...writes.map((one) => write(tenant, productIds, one)),
            ...polls.slice(0, 1).map((one) => poll(one.isLost)),
          ]);
          if (steps.length === 4) await restart();
        }

        const last = await worldOf(tenant, world.state);
        if (last) world = applyDelta(world, sent(last, world));
        const full = await fullWorld(tenant);
        expect(comparable(world)).toEqual(comparable(full));
        expect(await firstWorld()).toEqual(full);
      },
    ),
    { numRuns: 20 },
  );
});

/** Expected errors: a product may have been untracked a moment ago, and a keyword may already exist. */
function isGone(error: unknown): void {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(notFound|keywordTaken|keywordLimit)$/) });
}
