import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../scripts/postgres/embedded-database.ts';
import { secretsOf } from '../scripts/secrets.ts';
import { searchCatalogItems } from '../server/src/external/marketplace/operations/catalog-items.ts';
import type { Caller } from '../server/src/external/marketplace/calls/caller.ts';
import type { Marketplace } from '../server/src/external/marketplace/marketplace.ts';
import { getListingOffersBatch } from '../server/src/external/marketplace/operations/pricing.ts';
import { createJudging } from '../server/src/features/judging/ingest.ts';
import type { JudgingFunctions, Observation } from '../server/src/features/observing/recording/observation.ts';
import { catalogItems } from '../server/src/features/observing/sources/catalog/catalog-items.ts';
import { listingOffers } from '../server/src/features/observing/sources/offers/listing-offers.ts';
import { askSource, type BatchSource, type Target } from '../server/src/features/observing/sources/source.ts';
import { batchesPerSlice } from '../server/src/features/observing/sweeping/running/run-batches.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { batchSize, benchProduct, marketplaceId, ownSellerId } from './lib/evaluate/answers.ts';
import { cpuSeconds } from './lib/cpu.ts';
import type { Bodies, PeerTick } from './lib/evaluate/evaluate-peers.ts';
import { median, say, spread } from './lib/figures.ts';
import { seedForEvaluation } from './lib/evaluate/seed-evaluation.ts';

interface EvaluateOptions {
  readonly productCount: number;
  readonly ticks: number;
  readonly say: (line: string) => void;
}

interface Measurement extends EvaluateOptions {
  readonly database: EmbeddedDatabase;
  readonly db: Db;
  readonly peers: Peers;
}

if (import.meta.main) {
  const [productCount = 10_000, ticks = 20] = process.argv.slice(2).map(Number);
  await benchEvaluate({ productCount, ticks, say });
}

/**
 * Measures evaluations per CPU second, from the bytes of an answer to committed flips. Every tick also measures
 * JSON.parse of the same bytes, and json-rules-engine without storage, for comparison. Commits are durable, and
 * row-level security is on.
 */
export async function benchEvaluate(options: EvaluateOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
  const database = await openEmbeddedDatabase({ dataFolder: folder, secrets: secretsOf(folder), durable: true });
  const db = openDb({
    url: database.workerUrl,
    maxConnections: 4,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  const peers = openPeers(options.productCount);
  try {
    await measure({ ...options, database, db, peers });
  } finally {
    await peers.close();
    await db.close();
    await database.postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ database, db, peers, productCount, ticks, say: print }: Measurement): Promise<void> {
  const products = Array.from({ length: productCount }, (_, index) => benchProduct(index));
  const { tenantId, targets } = await withClient(database.ownerUrl, (client) => seedForEvaluation(client, products));
  const kinds = watchdogs.length;
  print(`node ${process.version}, ${productCount} products × ${kinds} watchdogs, ${ticks} ticks, 1 % change a tick`);
  const judging = createJudging({ db, clock: systemClock });
  await ingestTick({ judging, tenantId, targets, bodies: (await peers.tick(0)).bodies });

  const ofParse: number[] = [];
  const ofPeer: number[] = [];
  const ours: number[] = [];
  for (let tick = 1; tick <= ticks; tick += 1) {
    const { bodies, changed, parseSeconds, peerRate } = await peers.tick(tick);
    const since = systemClock.now();
    const { flips, seconds } = await measureCpu(database, () => ingestTick({ judging, tenantId, targets, bodies }));
    const expected = changed.map((index) => targets[index]?.productId ?? '').toSorted();
    const flipped = await flippedSince(db, { tenantId, since });
    if (flips !== changed.length || flipped.join() !== expected.join())
      throw new Error(`tick ${tick}: flips of ${flipped.join()}, ${expected.join()} were changed`);
    const rate = (productCount * kinds) / seconds;
    ours.push(rate);
    ofParse.push(parseSeconds / seconds);
    ofPeer.push(rate / peerRate);
  }
  print(`every tick flipped exactly the changed products`);
  print(`evaluations per CPU second: ${median(ours).toFixed(0)}`);
  print(`compared with JSON.parse alone: ${spread(ofParse)} × (goal ≥ 0.5)`);
  print(`compared with json-rules-engine: ${spread(ofPeer)} × (goal ≥ 4)`);
  print(`bench:evaluate: ${median(ofPeer).toFixed(2)} × json-rules-engine (goal ≥ 4)`);
}

interface Peers {
  tick(tick: number): Promise<PeerTick>;
  close(): Promise<unknown>;
}

function openPeers(productCount: number): Peers {
  const worker = new Worker(new URL('lib/evaluate/evaluate-peers.ts', import.meta.url));
  return {
    tick: async (tick) => {
      const answered = once(worker, 'message');
      worker.postMessage({ productCount, tick }, []);
      const [peerTick] = await answered;
      return peerTick;
    },
    close: () => worker.terminate(),
  };
}

/** Measures the CPU of this process and of PostgreSQL, without the cost of reading /proc. */
async function measureCpu({ postgres }: EmbeddedDatabase, work: () => Promise<number>) {
  const pids = postgres ? [postgres.pid] : [];
  const before = cpuSeconds(pids);
  const own = process.cpuUsage();
  const flips = await work();
  const { user, system } = process.cpuUsage(own);
  return { flips, seconds: (user + system) / 1e6 + cpuSeconds(pids) - before };
}

async function flippedSince(db: Db, { tenantId, since }: { tenantId: string; since: Date }): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select f.product_id as "productId"
      from flips f
     where f.tenant_id = ${tenantId}
       and f.at >= ${since}`.execute(db.global);
  return rows.map(({ productId }) => productId).toSorted();
}

interface Tick {
  readonly judging: JudgingFunctions;
  readonly tenantId: string;
  readonly targets: readonly Target[];
  readonly bodies: Bodies;
}

/**
 * Ingests the answers of a tick with the production code of sweeps, in slices of as many batches as a sweep ingests.
 */
async function ingestTick({ judging, tenantId, targets, bodies }: Tick): Promise<number> {
  let flips = 0;
  for (const [part, source] of [catalogItems, listingOffers].entries()) {
    for (let start = 0; start < bodies.length; start += batchesPerSlice) {
      const observations: Observation[] = [];
      for (const [index, pair] of bodies.slice(start, start + batchesPerSlice).entries()) {
        const first = (start + index) * batchSize;
        const seen = await observeWith(source, pair[part], targets.slice(first, first + batchSize));
        if (seen.refusals.length > 0) throw new Error(`refused: ${JSON.stringify(seen.refusals[0])}`);
        observations.push(...seen.observations);
      }
      flips += (await judging.ingest(tenantId, observations)).flips;
    }
  }
  return flips;
}

function observeWith(source: BatchSource, body: ArrayBuffer | undefined, targets: readonly Target[]) {
  const caller: Caller = {
    ofSeller: rejectCall,
    grantless: rejectCall,
    bytesOfSeller: async () => (body ? Buffer.from(body) : rejectCall()),
  };
  const marketplace = {
    searchCatalogItems: (access, batch) => searchCatalogItems(caller, access, batch),
    getListingOffersBatch: (access, batch) => getListingOffersBatch(caller, access, batch),
  } as Marketplace;
  const place = findMarketplaceById(marketplaceId);
  if (!place) throw new Error('The marketplace is known');
  const access = { sellingPartnerId: ownSellerId, region: 'NA', refreshToken: '' } as const;
  const unaddressed = source.unit === 'product' ? targets.map((target) => ({ ...target, sku: '' })) : targets;
  return askSource(source, systemClock, { marketplace, pages: null, access, place, targets: unaddressed, options: {} });
}

function rejectCall(): Promise<never> {
  return Promise.reject(new Error('not asked for'));
}
