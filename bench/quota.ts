import { createRandom } from '../sandbox/src/world/random.ts';
import { documentedRates, type Operation } from '../server/src/external/marketplace/rates.ts';
import { createQuotaBuckets } from '../server/src/features/observing/quota/quota-buckets.ts';
import { openDb, type Executor } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { mean, say } from './lib/figures.ts';
import {
  simulateFixedRate,
  simulateNaiveClient,
  simulateProduct,
  createVirtualTime,
  type Counts,
} from './lib/queue/quota-callers.ts';
import {
  createVirtualMarketplace,
  type VirtualMarketplace,
  type RateSchedule,
} from './lib/queue/virtual-marketplace.ts';

interface QuotaOptions {
  readonly accounts: number;
  /** The number of virtual hours: the first half works off a backlog, the second half is steady work. */
  readonly hours: number;
  readonly operations: readonly Operation[];
  readonly say: (line: string) => void;
}

/** Number of processes that call for each account; they share the buckets in the database. */
const processes = 2;

/**
 * Simulates many seller accounts for virtual hours at the documented limits, with changing limits and periods of 503.
 * Compares the result with the capacity of the bucket, a client that calls until it is refused, and a fixed-rate
 * client.
 */
export async function benchQuota(options: QuotaOptions): Promise<void> {
  await withTemporaryDatabase(async ({ workerUrl }) => {
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    try {
      await measure(db.global, options);
    } finally {
      await db.close();
    }
  });
}

async function measure(db: Executor, { accounts, hours, operations, say: print }: QuotaOptions): Promise<void> {
  print(`node ${process.version}, ${accounts} accounts × ${operations.join(', ')}, ${hours} virtual hours`);
  const ours: AccountFigures[] = [];
  const peers = { naive: noCounts(), fixed: noCounts() };
  for (const operation of operations) {
    const figures = await Promise.all(
      Array.from({ length: accounts }, (_, account) => measureAccount({ db, operation, account, hours })),
    );
    ours.push(...figures);
    for (let account = 0; account < accounts; account += 1) measurePeers(peers, { operation, account, hours });
  }
  const steady = ours.map(({ steadyShare }) => steadyShare);
  const backlog = ours.map(({ backlogShare }) => backlogShare);
  const total = sum(ours.map(({ counts }) => counts));
  print(`steady work: ${mean(steady).toFixed(3)} of the bucket (planned 0.7), least ${Math.min(...steady).toFixed(3)}`);
  print(`a backlog: ${mean(backlog).toFixed(3)} of the bucket (goal ≥ 0.98), least ${Math.min(...backlog).toFixed(3)}`);
  print(`429s: ${percent(total)} of ${total.sent} calls (goal ≤ 0.1 %)`);
  print(`  a client that calls until it is refused: ${percent(peers.naive)} of ${peers.naive.sent}`);
  print(`  a client at the documented rate: ${percent(peers.fixed)} of ${peers.fixed.sent}`);
  const fairness = Math.min(
    ...operations.map((operation) =>
      jain(ours.filter((one) => one.operation === operation).map((one) => one.backlogShare)),
    ),
  );
  print(
    `bench:quota: backlog ${mean(backlog).toFixed(3)} of the bucket (goal ≥ 0.98), fairness ${fairness.toFixed(4)} (goal ≥ 0.99)`,
  );
}

interface AccountFigures {
  readonly operation: Operation;
  readonly counts: Counts;
  readonly backlogShare: number;
  readonly steadyShare: number;
}

interface Account {
  readonly operation: Operation;
  readonly account: number;
  readonly hours: number;
}

const region = 'NA';
const storms = ({ hours }: Account) => [{ from: hours * 3600 * 0.2, to: hours * 3600 * 0.2 + 600 }];

/** For a part of the time, a third of the accounts has half the documented rate and another third twice the rate. */
function rateScheduleOf(account: Account): RateSchedule {
  const { hours, account: index } = account;
  const factor = [1, 0.5, 2][index % 3] ?? 1;
  const at = (share: number) => hours * 3600 * share;
  return {
    rates: [
      { from: 0, factor: 1 },
      { from: at(0.3), factor },
      { from: at(0.7), factor: 1 },
    ],
    storms: storms(account),
  };
}

async function measureAccount({ db, ...account }: Account & { db: Executor }): Promise<AccountFigures> {
  const { operation, account: index, hours } = account;
  const time = createVirtualTime();
  const chance = createRandom(`account ${index}`);
  const random = () => chance.next();
  const buckets = createQuotaBuckets({ db, clock: time, speedup: 1 });
  const key = { sellingPartnerId: `A${index}`, region, operation } as const;
  const marketplace = createVirtualMarketplace(documentedRates[operation], rateScheduleOf(account));
  const middle = hours * 1800;
  const common = { marketplace, buckets, key, time, processes, random };
  const backlog = await simulateProduct({ ...common, share: 'backlog', from: 0, until: middle });
  const steady = await simulateProduct({ ...common, share: 'steady', from: middle, until: middle * 2 });
  const idle = idleCalls(account, marketplace);
  return {
    operation,
    counts: sum([backlog, steady]),
    backlogShare: (backlog.sent - backlog.refused) / (marketplace.capacity(middle) - idle),
    steadyShare: (steady.sent - steady.refused) / (marketplace.capacity(middle * 2) - marketplace.capacity(middle)),
  };
}

/** Returns the calls lost during a 503 period: the bucket refills only up to its burst while no call succeeds. */
function idleCalls(account: Account, marketplace: VirtualMarketplace): number {
  const { burst } = documentedRates[account.operation];
  const gained = storms(account).map(({ from, to }) => marketplace.capacity(to) - marketplace.capacity(from));
  return gained.reduce((total, calls) => total + Math.max(0, calls - burst), 0);
}

function measurePeers(peers: Record<'naive' | 'fixed', Counts>, account: Account): void {
  const { operation, hours, account: index } = account;
  const plan = documentedRates[operation];
  const run = { from: 0, until: hours * 3600 };
  const fresh = () => createVirtualMarketplace(plan, rateScheduleOf(account));
  const chance = createRandom(`account ${index}`);
  peers.naive = sum([peers.naive, simulateNaiveClient({ ...run, marketplace: fresh(), random: () => chance.next() })]);
  peers.fixed = sum([peers.fixed, simulateFixedRate({ ...run, marketplace: fresh(), rate: plan.rate })]);
}

const noCounts = (): Counts => ({ sent: 0, done: 0, refused: 0 });

const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, { sent, done, refused }) => ({
      sent: total.sent + sent,
      done: total.done + done,
      refused: total.refused + refused,
    }),
    noCounts(),
  );

const percent = ({ sent, refused }: Counts): string => `${((refused / Math.max(1, sent)) * 100).toFixed(3)} %`;

/** Jain's fairness index: 1 if all accounts have the same share. */
function jain(shares: readonly number[]): number {
  const total = shares.reduce((a, b) => a + b, 0);
  return total ** 2 / (shares.length * shares.reduce((squares, share) => squares + share ** 2, 0));
}

if (import.meta.main) {
  const [accounts = 50, hours = 24] = process.argv.slice(2).map(Number);
  const operations = ['getListingOffersBatch', 'createReport', 'searchOrders'] as const;
  await benchQuota({ accounts, hours, operations, say });
}
