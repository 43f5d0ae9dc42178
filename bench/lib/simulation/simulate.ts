import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createRandom, type Random as Dice } from '../../../sandbox/src/world/random.ts';
import type { DatabaseUrls } from '../../../scripts/postgres/database.ts';
import { connectSeller } from '../../../server/src/features/sellers/authorization/connect-seller.ts';
import { openDb, type Db } from '../../../server/src/lib/db/db.ts';
import { dbLimits } from '../../../server/src/lib/db/limits.ts';
import type { Actor } from '../../../server/src/http/actor.ts';
import { testNow } from '../../../server/testing/database/postgres.ts';
import { vacuum } from './databases.ts';
import { createFate } from './fate.ts';
import type { ArrivedMail } from './judge/told.ts';
import type { Wishes } from './judge/wishes.ts';
import { createMarketHistory, type MarketHistory } from './market-history.ts';
import { openMarket, sellingPartnerId, type Market } from './market.ts';
import { createPeople, type Deeds, type People, type SimulatedAddress } from './people.ts';
import { chores, findAlarms, findSweeps, pushWork, rereadWork, startProcess, sweepWork } from './process.ts';
import type { Alarms, PendingReread, Surroundings, Work, WorkerProcess } from './process.ts';
import { recordScenes, type SceneRecorder } from './scenes.ts';
import { seededRandom } from './seeded-random.ts';
import { createVirtualClock } from './virtual-clock.ts';
import { drawWeather, type StormPeriod } from './weather.ts';

/** The start of all simulations. The template database has its partitions for this instant. */
export const simulationStart = testNow;

export interface SimulationOptions {
  readonly seed: string;
  readonly days: number;
  readonly products: number;
  /** Checks are this many times as frequent as in production. */
  readonly speedup: number;
  readonly start: Date;
  readonly database: Pick<DatabaseUrls, 'ownerUrl' | 'workerUrl'>;
}

export interface StoredFlip {
  readonly at: Date;
  readonly itemId: string;
  readonly asin: string;
  readonly productId: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly colour: 'RED' | 'AMBER' | 'GREEN';
  readonly message: string | null;
}

export interface StoredItem {
  readonly itemId: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly isMuted: boolean;
}

/** Everything that a run leaves for the judge. */
export interface SimulatedRun {
  readonly flips: readonly StoredFlip[];
  readonly items: readonly StoredItem[];
  readonly mails: readonly ArrivedMail[];
  readonly deeds: Deeds;
  readonly scenesOf: SceneRecorder['scenesOf'];
  readonly storms: readonly StormPeriod[];
  readonly speedup: number;
  /** The instant from which the product must know all products. */
  readonly settledAt: number;
  readonly endedAt: number;
  readonly steps: number;
  readonly deaths: number;
  /** The hash of all flips and mails, including their times. */
  readonly hash: string;
}

/** The time before the first fault, in which everything is observed once. */
const calmMs = 18 * hourMs;

export async function simulate(options: SimulationOptions): Promise<SimulatedRun> {
  const { seed, days, products, database, start, speedup } = options;
  const clock = createVirtualClock(start);
  const endedAt = start.getTime() + days * dayMs;
  const settledAt = start.getTime() + calmMs;
  // There is only one connection, because the order in which several connections answer is not determined.
  const db = openDb({
    url: database.workerUrl,
    maxConnections: 1,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  const ids = seededRandom(`${seed}:sandbox`);
  const market = await openMarket({ seed, clock, newId: () => ids.uuid(), products });
  const weather = drawWeather(seed, { from: settledAt, to: endedAt });
  const fate = createFate({ seed, clock, weather });
  market.isSilent = () => weather.isOn('push silent', clock.now().getTime());
  const mails: ArrivedMail[] = [];
  const around: Surroundings = {
    db,
    clock,
    random: seededRandom(`${seed}:product`),
    market,
    fate,
    speedup,
    rereads: [],
    takeMail: ({ to, messageId, text }) => void mails.push({ at: clock.now().getTime(), to, messageId, text }),
  };
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => fate.call(() => market.answer(new Request(input, { ...init, signal: null })));
  try {
    const worker = startProcess(around);
    const owner = await foundTenant(worker, { market, end: endedAt });
    const scenes = recordScenes(market.world);
    scenes.record();
    const productIds: string[] = [];
    const people = createPeople({ ...owner, seed, ctx: { ...worker.ctx, db }, productIds: () => productIds });
    const history = createMarketHistory(market.world, seed);
    const dice = createRandom(`${seed}:order`);
    const life = {
      around,
      worker,
      people,
      history,
      scenes,
      dice,
      settledAt,
      endedAt,
      forgottenAt: 0,
      vacuum: () => vacuum(database),
      nextVacuumAt: start.getTime() + dayMs,
      lastDue: new Map(),
      failed: new Map(),
      waits: new Map(),
      alarms: null,
    };
    const steps = await live(life, productIds);
    const flips = await listFlips(db);
    return {
      flips,
      items: await listItems(db),
      mails,
      deeds: people.deeds,
      scenesOf: scenes.scenesOf,
      storms: weather.periods,
      speedup,
      settledAt,
      endedAt,
      steps,
      deaths: fate.deaths,
      hash: hashOf(flips, mails),
    };
  } finally {
    globalThis.fetch = realFetch;
    await market.close();
    await db.close();
  }
}

interface Owner {
  readonly actor: Actor;
  readonly addresses: readonly SimulatedAddress[];
}

/**
 * Creates the tenant with its owner, who wants every alert, and an assistant with the default settings, and connects
 * the seller.
 */
async function foundTenant({ ctx }: WorkerProcess, { market, end }: { market: Market; end: number }): Promise<Owner> {
  const tenantId = ctx.random.uuid();
  const now = ctx.clock.now();
  const addresses = await ctx.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      values (${tenantId}, 'Simulated', 'brand', 'simulated', ${new Date(end + dayMs)}, ${now})`.execute(tx);
    const founded: SimulatedAddress[] = [];
    for (const wishes of firstWishes) {
      const { rows } = await sql<{ id: string }>`
        insert into email_addresses (
          tenant_id, email, is_primary, is_user, verified_at, created_at, alert_settings, time_zone, digest_email_hour
        )
        values (
          ${tenantId}, ${wishes.email}, ${wishes === owning}, ${wishes === owning}, ${now}, ${now},
          ${JSON.stringify(wishes.alerts)}::jsonb, ${wishes.timeZone}, ${wishes.digestHour}
        )
        returning email_address_id as id`.execute(tx);
      founded.push({ emailAddressId: rows[0]?.id ?? '', wishes });
    }
    return founded;
  });
  const access = { sellingPartnerId, region: 'NA', refreshToken: market.refreshToken } as const;
  await connectSeller(ctx, { tenantId, access, stores: [], accountName: null, email: owning.email });
  const actor: Actor = {
    tenantId,
    emailAddressId: addresses[0]?.emailAddressId ?? '',
    email: owning.email,
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: '',
    isServed: true,
  };
  return { actor, addresses };
}

const owning: Wishes = {
  email: 'owner@simulated.test',
  alerts: { PRICE: ['RED', 'AMBER', 'GREEN'], INVENTORY: ['RED', 'AMBER', 'GREEN'], FBM_INVENTORY: ['RED', 'GREEN'] },
  isInstant: true,
  batchingMinutes: 60,
  quiet: null,
  timeZone: 'America/New_York',
  wantsDigest: true,
  digestHour: 7,
};
const firstWishes: readonly Wishes[] = [
  owning,
  { ...owning, email: 'assistant@simulated.test', alerts: {}, timeZone: 'Europe/Berlin', digestHour: 18 },
];

interface Life {
  readonly around: Surroundings;
  worker: WorkerProcess;
  readonly people: People;
  readonly history: MarketHistory;
  readonly scenes: SceneRecorder;
  readonly dice: Dice;
  readonly settledAt: number;
  readonly endedAt: number;
  forgottenAt: number;
  readonly vacuum: () => Promise<void>;
  nextVacuumAt: number;
  /** For each chore, the instant for which it was last due, and the wait before it runs for the same instant again. */
  readonly lastDue: Map<string, { readonly at: number; readonly waitMs: number }>;
  /** The number of consecutive failures of each kind of work that has failed. */
  readonly failed: Map<string, number>;
  /** For each work that has failed, the instant until which it waits, as a loop of the worker does. */
  readonly waits: Map<string, number>;
  /**
   * The instants at which work is due. They are read again after everything that writes to the database; time alone
   * does not change them.
   */
  alarms: Alarms | null;
}

const stepMs = 5;
const afterFailureMs = 1000;
/**
 * The longest wait after a failure, in place of the five seconds of a worker's loop. Outages of the database last for
 * hours, and each attempt is a step of the simulation.
 */
const longestAfterFailureMs = minuteMs;
const restartMs = 3000;
const vacuumEveryMs = 28 * dayMs;

/** Runs the steps of the worker in an order that the seed chooses, until the end. Returns their number. */
async function live(life: Life, productIds: string[]): Promise<number> {
  const { around, people, history, scenes } = life;
  const { clock, db, fate } = around;
  let steps = 0;
  while (clock.now().getTime() < life.endedAt) {
    const now = clock.now().getTime();
    if (fate.isCalm && now >= life.settledAt) {
      fate.isCalm = false;
      productIds.push(...(await listProductIds(db)));
    }
    if (now >= life.nextVacuumAt) {
      await life.vacuum();
      life.nextVacuumAt = now + vacuumEveryMs;
    }
    if (history.nextAt() <= now) {
      history.happen();
      scenes.record();
    }
    if (people.nextAt() <= now) {
      await people.act();
      life.alarms = null;
    }
    const { due, next } = await findWork(life, now);
    if (due.length === 0) {
      clock.moveTo(Math.max(next, now + 1));
      continue;
    }
    await runWork(life, life.dice.pick(due));
    steps += 1;
    clock.moveTo(clock.now().getTime() + stepMs);
  }
  return steps;
}

async function runWork(life: Life, work: Work): Promise<void> {
  const { clock, fate } = life.around;
  life.alarms = null;
  try {
    await work.run(life.worker);
    life.failed.delete(work.name);
  } catch {
    const failures = life.failed.get(work.name) ?? 0;
    life.failed.set(work.name, failures + 1);
    const waitMs = Math.min(longestAfterFailureMs, afterFailureMs * 2 ** failures);
    life.waits.set(work.name, clock.now().getTime() + waitMs);
  }
  if (!fate.isDead()) return;
  fate.revive();
  life.worker = startProcess(life.around);
  clock.moveTo(clock.now().getTime() + restartMs);
}

interface FoundWork {
  readonly due: readonly Work[];
  /** The next instant at which anything happens. */
  readonly next: number;
}

async function findWork(life: Life, now: number): Promise<FoundWork> {
  const { around, history, people, waits } = life;
  const { db, clock, market, rereads } = around;
  const alarms = (life.alarms ??= await findAlarms(db));
  const due: Work[] = [];
  const instants = [life.endedAt, history.nextAt(), people.nextAt(), clock.nextTimerAt()];
  const consider = (work: Work, at: number): void => {
    const from = Math.max(at, waits.get(work.name) ?? 0);
    if (from <= now) due.push(work);
    else instants.push(from);
  };
  for (const name of ['judge', 'mutes', 'holds', 'mails', 'digests', 'outbox'] as const) {
    const at = alarms[name];
    if (at) consider(patiently(life, chores[name], at.getTime()), at.getTime());
  }
  consider(createForgettingWork(life), life.forgottenAt + dayMs);
  const visibleAt = market.queue.counts().visible > 0 ? now : market.queue.nextVisibleAt();
  if (visibleAt !== undefined) consider(pushWork, visibleAt);
  if (rereads.length > 0) {
    consider(createRereadingWork(rereads, now), Math.min(...rereads.map(({ startsAt }) => startsAt)));
  }
  const sweepsAt = alarms.sweeps?.getTime() ?? Infinity;
  if (sweepsAt > now) instants.push(sweepsAt);
  else for (const key of await findSweeps(db, clock.now())) consider(sweepWork(key), now);
  return { due, next: Math.min(...instants) };
}

/**
 * Returns chores that wait. A chore that is due but finds nothing to do would stop the time, so it waits longer each
 * time, up to an hour.
 */
const patiently = (life: Life, work: Work, dueAt: number): Work => ({
  ...work,
  async run(worker) {
    const last = life.lastDue.get(work.name);
    const waitMs = last?.at === dueAt ? Math.min(hourMs, last.waitMs * 2) : afterFailureMs;
    life.lastDue.set(work.name, { at: dueAt, waitMs });
    await work.run(worker);
    if (last?.at === dueAt) life.waits.set(work.name, worker.ctx.clock.now().getTime() + waitMs);
  },
});

const createForgettingWork = (life: Life): Work => ({
  ...chores.forget,
  async run(worker) {
    await chores.forget.run(worker);
    life.forgottenAt = worker.ctx.clock.now().getTime();
  },
});

/**
 * Returns the work that rereads the listings that push has named, those of one source at a time. Rereads stay until
 * they are done, as the jobs of the queue do.
 */
function createRereadingWork(rereads: PendingReread[], now: number): Work {
  const ready = rereads.filter(({ startsAt }) => startsAt <= now);
  const taken = ready.filter(({ reread }) => reread.source === ready[0]?.reread.source);
  return {
    name: 'reread',
    async run(worker) {
      await rereadWork(taken.map(({ reread }) => reread)).run(worker);
      for (const one of taken) rereads.splice(rereads.indexOf(one), 1);
    },
  };
}

async function listProductIds(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.product_id as id from products p where p.is_tracked order by p.product_id`.execute(db.global);
  return rows.map(({ id }) => id);
}

async function listFlips(db: Db): Promise<readonly StoredFlip[]> {
  const { rows } = await sql<StoredFlip>`
    select f.at, f.item_id as "itemId", p.asin, f.product_id as "productId", f.type as kind,
           f.from_status as "from", f.to_status as "to", f.colour, f.message
      from flips f
      join products p using (tenant_id, product_id)
     order by f.at, f.flip_id`.execute(db.global);
  return rows;
}

async function listItems(db: Db): Promise<readonly StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select i.item_id as "itemId", i.status, i.issue_status as "issueStatus", i.muted_until is not null as "isMuted"
      from items i
     order by i.item_id`.execute(db.global);
  return rows;
}

/**
 * The secret link in a mail is not part of the hash, because its encryption has a new initialisation vector each time.
 */
const sealedLink = /\/mail-action#\S+/g;

function hashOf(flips: readonly StoredFlip[], mails: readonly ArrivedMail[]): string {
  const hash = createHash('sha256');
  for (const flip of flips) hash.update(JSON.stringify(flip));
  for (const { at, to, text } of mails) hash.update(JSON.stringify([at, to, text.replaceAll(sealedLink, '')]));
  return hash.digest('hex').slice(0, 16);
}
