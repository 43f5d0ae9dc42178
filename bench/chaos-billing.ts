import { startStandIn } from '../scripts/processes/stand-in.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { collectInvoices } from '../server/src/features/billing/collecting/collect.ts';
import { openDb } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { testClock } from '../server/testing/clock.ts';
import { collectUntilPaid, deliverEvents, faultsOf } from './lib/billing/collecting-rounds.ts';
import { collectingWorld, type CollectingWorld, type PayingTenant } from './lib/billing/collecting-world.ts';
import { runCollector, startCollector, type Collector } from './lib/billing/collector-process.ts';
import { say } from './lib/figures.ts';

/** The number of steps in collecting an invoice that is paid at the first attempt. */
const steps = 16;
const tenantCount = 10;
const minuteMs = 60_000;

/** The faults of the payment provider, one for each round in turn. Every second round has no fault. */
const providerFaults = [
  null,
  { fault: 'errorAfter', call: 'POST /v1/invoices/{id}/pay' },
  null,
  { fault: 'error', call: 'POST /v1/invoices/{id}/pay' },
  null,
  { fault: 'errorAfter', call: 'POST /v1/invoices' },
  null,
  { fault: 'slow', call: 'POST /v1/invoices/{id}/pay', delayMs: 300 },
  null,
  { fault: 'down', call: 'POST /v1/invoices/{id}/finalize' },
  null,
  { fault: 'errorAfter', call: 'POST /v1/invoices/{id}/add_lines' },
  null,
  { fault: 'tooMany', call: 'POST /v1/invoices/{id}/pay' },
] as const;
/** The provider is silent only in every 200th round, because the client waits 20 s for its answer. */
const silentEvery = 200;

interface KillsOutcome {
  readonly rounds: number;
  readonly kills: number;
  readonly faults: readonly string[];
  readonly invoicedCents: number;
  readonly takenCents: number;
}

interface Round {
  readonly no: number;
  readonly step: number;
  readonly isDeclined: boolean;
  /** Whether another process collects at a time when the lease of the killed process has ended. */
  readonly isOverlapped: boolean;
}

/**
 * Kills collecting processes at every step of collecting, each with an invoice of its own, and counts in the ledger of
 * the provider's stand-in how often each invoice was charged.
 */
async function killCollectors(
  world: CollectingWorld,
  { kills, next, print }: { readonly kills: number; readonly next: () => Collector; readonly print: (line: string) => void }, // prettier-ignore
): Promise<KillsOutcome> {
  await world.happen({ type: 'rateLimit', perSecond: null });
  const tenants = await addTenants(world);
  const faults: string[] = [];
  let [killed, rounds, invoicedCents, takenCents] = [0, 0, 0, 0];
  let waiting = next();
  for (let no = 0; killed < kills; no += 1) {
    const tenant = tenants[no % tenantCount];
    if (!tenant) throw new Error('There are tenants');
    const [collector, began] = [waiting, new Date(Date.now() - 2000)];
    waiting = next();
    const round = { no, step: 1 + (no % steps), isDeclined: no % 5 === 4 && !faultOf(no), isOverlapped: no % 7 === 6 };
    const invoice = await world.addInvoice(tenant);
    if (await playRound(world, { ...round, collector, tenant })) killed += 1;
    if (no % 3 === 0) await deliverEvents(world, began);
    await collectUntilPaid(world, invoice);
    const charges = await world.chargesOf(invoice.invoiceId);
    const found = await faultsOf(world, invoice, { declines: round.isDeclined ? 1 : 0 });
    faults.push(...found.map((fault) => `${JSON.stringify(round)}: ${fault}`));
    invoicedCents += invoice.totalCents;
    takenCents += charges.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0);
    rounds += 1;
    if (rounds % 50 === 0) print(`${rounds} invoices, ${killed} kills, ${faults.length} faults`);
  }
  waiting.stop();
  return { rounds, kills: killed, faults, invoicedCents, takenCents };
}

async function addTenants(world: CollectingWorld): Promise<readonly PayingTenant[]> {
  const tenants = [];
  for (let no = 0; no < tenantCount; no += 1) tenants.push(await world.addTenant());
  return tenants;
}

const faultOf = (no: number) =>
  no % silentEvery === silentEvery - 1 ? { fault: 'silent' } : providerFaults[no % providerFaults.length];

async function playRound(
  world: CollectingWorld,
  { no, step, isDeclined, isOverlapped, collector, tenant }: Round & { collector: Collector; tenant: PayingTenant },
): Promise<boolean> {
  await world.happen({ type: 'clear' });
  const fault = faultOf(no);
  if (fault) await world.happen({ type: 'api', ...fault });
  if (isDeclined)
    await world.happen({ type: 'decline', code: 'insufficient_funds', customer: tenant.customerId, count: 1 });
  const now = world.clock.now();
  const collecting = collector.collect(now, step);
  if (isOverlapped) {
    const later = testClock(new Date(now.getTime() + 6 * minuteMs));
    await collectInvoices({ ...world.ctx, clock: later });
  }
  return collecting;
}

const script = 'bench/chaos-billing.ts';

async function killAll(kills: number): Promise<void> {
  const standIn = await startStandIn({ speedup: 1 });
  await withTemporaryDatabase(async ({ workerUrl }) => {
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    const world = collectingWorld(db, standIn);
    const next = () => startCollector({ script, workerUrl, provider: world.environment });
    const { faults, ...outcome } = await killCollectors(world, { kills, next, print: say });
    for (const fault of faults.slice(0, 20)) say(fault);
    say(
      `chaos:billing: ${outcome.kills} kills, ${outcome.rounds} invoices of ${outcome.invoicedCents} cents, ` +
        `${outcome.takenCents} cents taken, ${faults.length} faults (goal equal, 0)`,
    );
    if (faults.length > 0 || outcome.invoicedCents !== outcome.takenCents) process.exitCode = 1;
    await db.close();
  });
  await standIn.stop();
}

if (import.meta.main) {
  const [first = '1000', given = ''] = process.argv.slice(2);
  await (first === 'collector' ? runCollector(given) : killAll(Number(first)));
}
