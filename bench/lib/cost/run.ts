import { withClient } from '../../../scripts/postgres/database.ts';
import { connectSellerAccount, runUntil, countMissedByPush, unsettledSources } from './day.ts';
import { answerFetch } from './fetch.ts';
import { openCostHouse, type CostHouse } from './house.ts';
import type { CpuUsage } from './meter.ts';
import {
  bytesOfAppendingAll,
  growth,
  appendOnlyTables,
  sizesAfterVacuum,
  vacuumDueTables,
  type Sizes,
} from './storage.ts';
import { benchCatalogue, costWorld, dayMs, hourMs } from './world.ts';

/** The cost of one virtual day of one seller account. All figures are totals over all products. */
export interface DayCost {
  readonly products: number;
  readonly hasPush: boolean;
  readonly cpu: CpuUsage;
  readonly parts: ReadonlyMap<string, CpuUsage>;
  /** Growth in bytes by table. */
  readonly grown: Sizes;
  /** Growth in bytes of the append-only tables. */
  readonly bytes: number;
  /** Bytes that a row for every observation would have needed. */
  readonly appendedBytes: number;
  readonly calls: ReadonlyMap<string, number>;
  /** Number of changes that a sweep found although push should have announced them. */
  readonly missed: number;
  /** Sources that had not completed a sweep before the day began, or failed. */
  readonly unsettled: readonly string[];
}

export interface DayOptions {
  readonly products: number;
  readonly hasPush: boolean;
  /** Measured virtual hours; 24 by default, fewer in tests. */
  readonly hours?: number;
  /** Whether commits are durable; false only in tests. */
  readonly durable?: boolean;
}

/** Returns the hours until everything was observed once; large accounts need more because of Amazon's rate limits. */
export function settlingHours(products: number): number {
  if (products > 30_000) return 8;
  if (products > 3000) return 2;
  return products > 100 ? 1 : 0.25;
}

export async function measureDay({ products, hasPush, hours = 24, durable = true }: DayOptions): Promise<DayCost> {
  const from = Math.floor(Date.now() / dayMs) * dayMs;
  const start = from - settlingHours(products) * hourMs;
  const house = await openCostHouse({ start, hasPush, durable });
  const world = costWorld({ catalogue: benchCatalogue(products), from });
  const network = answerFetch(world, house.meter);
  try {
    world.moveTo(start);
    const tenantId = await connectSellerAccount(house);
    await runUntil({ house, world, hasPush }, from);
    const late = await unsettledSources(house);
    const before = await sizesAfterVacuum(house, 'full');
    network.calls.clear();
    house.looks.clear();
    house.meter.reset();
    for (let hour = 1; hour <= hours; hour += 1) await runHour({ house, world, hasPush, until: from + hour * hourMs });
    const cpu = house.meter.total();
    const grown = growth(before, await sizesAfterVacuum(house, 'usual'));
    return {
      products,
      hasPush,
      cpu,
      parts: new Map(house.meter.parts),
      grown,
      bytes: appendOnlyTables.reduce((sum, name) => sum + (grown.get(name) ?? 0), 0),
      appendedBytes: (await bytesOfAppendingAll(house, { tenantId, products })) * products,
      calls: new Map(network.calls),
      missed: await countMissedByPush(house),
      unsettled: [...late, ...(await unsettledSources(house))],
    };
  } finally {
    network.restore();
    await house.close();
  }
}

type Hour = Parameters<typeof runUntil>[0] & { readonly until: number };

async function runHour({ until, ...day }: Hour): Promise<void> {
  await runUntil(day, until);
  await day.house.meter.measure('vacuum', () => vacuum(day.house));
}

const vacuum = ({ database }: CostHouse): Promise<void> => withClient(database.ownerUrl, vacuumDueTables);
