import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { collectInvoices } from '../../../server/src/features/billing/collecting/collect.ts';
import type { Db } from '../../../server/src/lib/db/db.ts';
import { collectUntilDeath, collectUntilPaid, deliverEvents, faultsOf } from './collecting-rounds.ts';
import { collectingWorld, type CollectingWorld, type ProviderControl } from './collecting-world.ts';
import { runDatabaseHistories } from './database-histories.ts';
import { allSchedules, journeys, playJourney } from './event-journeys.ts';
import type { Prover } from './mistakes.ts';
import { runPureHistories } from './run-pure.ts';

interface Ground {
  readonly db: Db;
  readonly provider: ProviderControl;
}

/** Runs a check and returns the first fault that it finds; `null` if it finds none. */
export async function findFault(prover: Prover, ground: Ground): Promise<string | null> {
  return provers[prover](ground);
}

const provers: { readonly [P in Prover]: (ground: Ground) => Promise<string | null> } = {
  pure: async () => runPureHistories(1000, 'mistakes').differences[0] ?? null,

  async database({ db }) {
    const { differences } = await runDatabaseHistories(db, { histories: 60, days: 50, seed: 'mistakes' });
    return differences[0] ?? null;
  },

  async collecting({ db, provider }) {
    const world = await openWorld(db, provider);
    return (await dieAtEachStep(world, 0)) ?? (await dieAtEachStep(world, 1)) ?? deliverSetupLate(world);
  },

  async events({ db, provider }) {
    const world = await openWorld(db, provider);
    for (const journey of journeys) {
      const schedules = allSchedules(journey);
      const every = Math.floor(schedules.length / 8);
      for (const schedule of schedules.filter((_, no) => no % every === 2)) {
        const end = await playJourney(world, journey, schedule);
        if (!isDeepStrictEqual(end, journey.end)) return `the journey ${journey.name} ends with ${JSON.stringify(end)}`;
      }
    }
    return null;
  },
};

async function openWorld(db: Db, provider: ProviderControl): Promise<CollectingWorld> {
  // The checks share a database, so invoices that earlier checks have left are excluded from collecting.
  await sql`update invoices set attempt_at = null`.execute(db.global);
  const world = collectingWorld(db, provider);
  await world.happen({ type: 'clear' });
  await world.happen({ type: 'rateLimit', perSecond: null });
  return world;
}

async function dieAtEachStep(world: CollectingWorld, declines: 0 | 1): Promise<string | null> {
  const tenant = await world.addTenant();
  let isDead = true;
  for (let step = 1; isDead; step += 1) {
    const invoice = await world.addInvoice(tenant);
    if (declines === 1)
      await world.happen({ type: 'decline', code: 'insufficient_funds', customer: tenant.customerId });
    isDead = await collectUntilDeath(world, step);
    await collectUntilPaid(world, invoice);
    const [fault] = await faultsOf(world, invoice, { declines });
    if (fault !== undefined) return `after a death at step ${step} the invoice ${fault}`;
  }
  return null;
}

/** Delivers the event of a saved method only after an attempt to charge that method has failed. */
async function deliverSetupLate(world: CollectingWorld): Promise<string | null> {
  const invoice = await world.addInvoice(await world.addTenant('tok_chargeCustomerFail'));
  await collectInvoices(world.ctx);
  await deliverEvents(world, new Date(Date.now() - 10_000));
  await collectInvoices(world.ctx);
  const { length } = await world.chargesOf(invoice.invoiceId);
  return length === 1 ? null : `a late event of a set-up leads to ${length} charges`;
}
