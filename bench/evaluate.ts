import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from 'json-rules-engine';
import { sql } from 'kysely';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../scripts/database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../scripts/embedded-database.ts';
import { secretsOf } from '../scripts/secrets.ts';
import { searchCatalogItems } from '../server/src/external/marketplace/catalog-items.ts';
import type { Caller } from '../server/src/external/marketplace/caller.ts';
import type { Marketplace } from '../server/src/external/marketplace/marketplace.ts';
import { getListingOffersBatch } from '../server/src/external/marketplace/pricing.ts';
import { createJudging } from '../server/src/features/alerts/ingest.ts';
import type { Judging, Observation } from '../server/src/features/observing/observation.ts';
import { catalogItems } from '../server/src/features/observing/sources/catalog-items.ts';
import { listingOffers } from '../server/src/features/observing/sources/listing-offers.ts';
import type { BatchSource, Target } from '../server/src/features/observing/sources/source.ts';
import { batchesPerSlice } from '../server/src/features/observing/sweep.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { benchProduct, catalogBody, marketplaceId, offersBody, ownSellerId, type ProductState } from './lib/answers.ts';
import { cpuSeconds } from './lib/cpu.ts';
import { median, say, spread } from './lib/figures.ts';
import { seedForEvaluation } from './lib/seed-evaluation.ts';

interface EvaluateOptions {
  readonly productCount: number;
  readonly ticks: number;
  readonly say: (line: string) => void;
}

interface Measuring extends EvaluateOptions {
  readonly database: EmbeddedDatabase;
  readonly db: Db;
}

const batchSize = 20;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

if (import.meta.main) {
  const [productCount = 10_000, ticks = 20] = process.argv.slice(2).map(Number);
  await benchEvaluate({ productCount, ticks, say });
}

/**
 * P1: from the bytes of an answer to committed flips, against JSON.parse of the same bytes alone and against
 * json-rules-engine (no storage), in the same run. Commits are durable, row-level security is on.
 */
export async function benchEvaluate(options: EvaluateOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
  chmodSync(folder, 0o755);
  const database = await openEmbeddedDatabase({ dataFolder: folder, secrets: secretsOf(folder), durable: true });
  const db = openDb({ url: database.workerUrl, maxConnections: 4, onIdleError: () => undefined });
  try {
    await measure({ ...options, database, db });
  } finally {
    await db.close();
    await database.postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ database, db, productCount, ticks, say: tell }: Measuring): Promise<void> {
  const products = Array.from({ length: productCount }, (_, index) => benchProduct(index));
  const { tenantId, targets } = await withClient(database.ownerUrl, (client) => seedForEvaluation(client, products));
  const states: ProductState[] = products.map(() => ({ ownCents: 3490, hasImage: true, hijackers: 0 }));
  const kinds = watchdogs.length;
  tell(`node ${process.version}, ${productCount} products × ${kinds} watchdogs, ${ticks} ticks, 1 % change a tick`);
  const judging = createJudging({ db, clock: systemClock });
  await ingestTick({ judging, tenantId, targets, bodies: bodiesOf(states, 0) });

  const ofParse: number[] = [];
  const ours: number[] = [];
  for (let tick = 1; tick <= ticks; tick += 1) {
    const changed = change(states, tick);
    const bodies = bodiesOf(states, tick);
    const parseSeconds = parsingSeconds(bodies);
    const since = systemClock.now();
    const { flips, seconds } = await measured(database, () => ingestTick({ judging, tenantId, targets, bodies }));
    const expected = changed.map((index) => targets[index]?.productId ?? '').toSorted();
    const flipped = await flippedSince(db, { tenantId, since });
    if (flips !== changed.length || flipped.join() !== expected.join())
      throw new Error(`tick ${tick}: flips of ${flipped.join()}, ${expected.join()} were changed`);
    ofParse.push(parseSeconds / seconds);
    ours.push((productCount * kinds) / seconds);
  }
  const peer = await rulesEngine(states);
  tell(`every tick flipped exactly what was changed`);
  tell(`of the parse limit: ${spread(ofParse)} (goal ≥ 0.4)`);
  tell(`evaluations per CPU second: ${median(ours).toFixed(0)}; json-rules-engine ${peer.toFixed(0)}`);
  tell(`bench:evaluate: ${(median(ours) / peer).toFixed(2)} × json-rules-engine (goal ≥ 3)`);
}

/** Our CPU and PostgreSQL's. What making the answers left behind is collected before, and reading /proc not counted. */
async function measured({ postgres }: EmbeddedDatabase, work: () => Promise<number>) {
  const pids = postgres ? [postgres.pid] : [];
  collectGarbage();
  const before = cpuSeconds(pids);
  const own = process.cpuUsage();
  const flips = await work();
  const { user, system } = process.cpuUsage(own);
  return { flips, seconds: (user + system) / 1e6 + cpuSeconds(pids) - before };
}

/** The limit: to parse the same texts and do nothing with them. */
function parsingSeconds(bodies: Bodies): number {
  const texts = bodies.flat().map((body) => body.toString());
  collectGarbage();
  return cpuOf(() => texts.forEach((text) => void JSON.parse(text)));
}

async function flippedSince(db: Db, { tenantId, since }: { tenantId: string; since: Date }): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select f.product_id as "productId"
      from flips f
     where f.tenant_id = ${tenantId}
       and f.at >= ${since}`.execute(db.global);
  return rows.map(({ productId }) => productId).toSorted();
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Moves one product in a hundred: a new seller, a lost picture, or a picture that is back. Each is one flip. */
function change(states: ProductState[], tick: number): readonly number[] {
  const changed: number[] = [];
  for (let index = tick % 100; index < states.length; index += 100) {
    const state = states[index];
    if (!state) continue;
    const isOdd = (index / 100) % 2 < 1;
    states[index] = isOdd ? { ...state, hijackers: state.hijackers + 1 } : { ...state, hasImage: !state.hasImage };
    changed.push(index);
  }
  return changed;
}

/** As they come: JSON in bytes. */
type Bodies = readonly (readonly [Buffer, Buffer])[];

function bodiesOf(states: readonly ProductState[], tick: number): Bodies {
  const bodies: [Buffer, Buffer][] = [];
  for (let start = 0; start < states.length; start += batchSize) {
    const products = Array.from({ length: Math.min(batchSize, states.length - start) }, (_, n) =>
      benchProduct(start + n),
    );
    bodies.push([Buffer.from(catalogBody(products, states, tick)), Buffer.from(offersBody(products, states, tick))]);
  }
  return bodies;
}

interface Tick {
  readonly judging: Judging;
  readonly tenantId: string;
  readonly targets: readonly Target[];
  readonly bodies: Bodies;
}

/** What sweeps do with their batches: production code from the body on, as many kept together as there. */
async function ingestTick({ judging, tenantId, targets, bodies }: Tick): Promise<number> {
  let flips = 0;
  for (const [part, source] of [catalogItems, listingOffers].entries()) {
    for (let start = 0; start < bodies.length; start += batchesPerSlice) {
      const observations: Observation[] = [];
      for (const [index, pair] of bodies.slice(start, start + batchesPerSlice).entries()) {
        const first = (start + index) * batchSize;
        const seen = await askWith(source, pair[part], targets.slice(first, first + batchSize));
        if (seen.refusals.length > 0) throw new Error(`refused: ${JSON.stringify(seen.refusals[0])}`);
        observations.push(...seen.observations);
      }
      flips += (await judging.ingest(tenantId, observations)).flips;
    }
  }
  return flips;
}

function askWith(source: BatchSource, body: Buffer | undefined, targets: readonly Target[]) {
  const caller: Caller = {
    ofSeller: notAsked,
    grantless: notAsked,
    bytesOfSeller: async () => body ?? notAsked(),
  };
  const marketplace = {
    searchCatalogItems: (access, batch) => searchCatalogItems(caller, access, batch),
    getListingOffersBatch: (access, batch) => getListingOffersBatch(caller, access, batch),
  } as Marketplace;
  const place = findMarketplaceById(marketplaceId);
  if (!place) throw new Error('The marketplace is known');
  const access = { sellingPartnerId: ownSellerId, region: 'NA', refreshToken: '' } as const;
  const unaddressed = source.unit === 'product' ? targets.map((target) => ({ ...target, sku: '' })) : targets;
  const observedAt = systemClock.now();
  return source.ask({ marketplace, pages: null, access, place, targets: unaddressed, observedAt, options: {} });
}

function notAsked(): Promise<never> {
  return Promise.reject(new Error('not asked for'));
}

/** The peer: one rule per watchdog over facts that are there already, nothing stored. */
async function rulesEngine(states: readonly ProductState[]): Promise<number> {
  const engine = new Engine();
  const conditions = [
    { fact: 'hijackers', operator: 'greaterThan', value: 0 },
    { fact: 'ownCents', operator: 'lessThan', value: 3490 },
    { fact: 'hasImage', operator: 'equal', value: false },
    { fact: 'ownCents', operator: 'greaterThan', value: 3600 },
    { fact: 'hijackers', operator: 'greaterThan', value: 3 },
  ];
  for (const condition of conditions) engine.addRule({ conditions: { all: [condition] }, event: { type: 'alert' } });
  const before = process.cpuUsage();
  for (const state of states) await engine.run({ ...state });
  const { user, system } = process.cpuUsage(before);
  return (states.length * conditions.length) / ((user + system) / 1e6);
}
