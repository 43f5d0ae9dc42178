import { withClient } from '../../../scripts/postgres/database.ts';
import type { TestDatabase } from '../database/nodes.ts';
import { askTools } from './ask-tools.ts';
import { cloneOf, dropClone } from './clones.ts';
import { chanceFrom } from './generated-calls.ts';
import { openHouse, type House } from './house.ts';
import { leakyDb, type PlantedLeak } from './leaks.ts';
import { plantTenant, withoutShop, withoutTenant, type PlantedTenant } from './planted-rows.ts';
import { proveCalls } from './prove-calls.ts';
import { runMatrix, type Outcome } from './run-matrix.ts';

/** Two tenants with their users and data, and the calls that are proven to work. */
export interface Ground {
  readonly database: TestDatabase;
  readonly a: PlantedTenant;
  readonly b: PlantedTenant;
  readonly isProven: Awaited<ReturnType<typeof proveCalls>>['isProven'];
  readonly unproven: readonly string[];
}

export async function prepareGround(database: TestDatabase, shops: number): Promise<Ground> {
  const house = await openHouse({ database });
  const a = await plantTenant(house, { marker: 'QUARTZA', shops });
  const b = await plantTenant(house, { marker: 'BERYLB', shops: 1 });
  await house.close();
  const proving = await openOn(await cloneOf(database, 'proof'));
  const { isProven, unproven } = await proveCalls(proving.house, a, b.known[0]);
  await proving.close();
  return { database, a, b, isProven, unproven };
}

interface OpenClone {
  readonly house: House;
  close(): Promise<void>;
}

async function openOn(database: TestDatabase, planted?: PlantedLeak): Promise<OpenClone> {
  const db = planted && leakyDb(database.superuserUrl, planted);
  const house = await openHouse({ database, ...(db && { db }) });
  return {
    house,
    async close() {
      await house.close();
      await dropClone(database);
    },
  };
}

interface IsolationRun {
  readonly rounds: number;
  readonly blockRounds: number;
  readonly seed: number;
  /** The leak to plant, if any. If this is set, the run has no row-level security. */
  readonly planted?: PlantedLeak;
  readonly untilFound?: boolean;
}

export async function runIsolation(ground: Ground, { planted, seed, ...rest }: IsolationRun): Promise<Outcome> {
  const { database, a, b, isProven } = ground;
  const one = await cloneOf(database, 'one');
  const other = await cloneOf(database, 'other');
  const two = await cloneOf(database, 'two');
  const less = await cloneOf(database, 'less');
  await withClient(other.superuserUrl, (client) => withoutTenant(client, a.tenantId));
  await withClient(less.superuserUrl, (client) => withoutShop(client, a.hidden));
  const apart = await openOn(one, planted);
  const without = await openOn(other);
  const within = await openOn(two, planted);
  const lesser = await openOn(less);
  try {
    const twins = {
      apart: { real: apart.house, without: without.house },
      within: { real: within.house, without: lesser.house },
    };
    const ofTools = await askTools({ a, b, ...twins });
    if (rest.untilFound && ofTools.length > 0) return { tallies: new Map(), findings: [...ofTools] };
    const outcome = await runMatrix({ ...rest, a, b, isProven, chance: chanceFrom(seed), ...twins });
    return { ...outcome, findings: [...ofTools, ...outcome.findings] };
  } finally {
    for (const opened of [apart, without, within, lesser]) await opened.close();
  }
}
