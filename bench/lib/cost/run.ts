import { withClient } from '../../../scripts/database.ts';
import { connect, liveUntil, missedByPush, unsettled } from './day.ts';
import { answerFetch } from './fetch.ts';
import { openCostHouse, type CostHouse } from './house.ts';
import type { Spent } from './meter.ts';
import { bytesOfAppendingAll, growth, growing, sizesAfterVacuum, vacuumWhatNeedsIt, type Sizes } from './storage.ts';
import { costWorld, dayMs, hourMs } from './world.ts';

/** What one virtual day of one seller account has cost. Everything is of all products together. */
export interface DayCost {
  readonly products: number;
  readonly hasPush: boolean;
  readonly cpu: Spent;
  readonly parts: ReadonlyMap<string, Spent>;
  /** Bytes that the day has added, by table. */
  readonly grown: Sizes;
  /** What the tables grew by that rows are only added to. */
  readonly bytes: number;
  /** What a row for every look would have taken. */
  readonly appendedBytes: number;
  readonly calls: ReadonlyMap<string, number>;
  /** Changes that push was meant to announce and that a sweep has found. */
  readonly missed: number;
  /** What was not looked at before the day began, or failed. */
  readonly unsettled: readonly string[];
}

export interface DayOptions {
  readonly products: number;
  readonly hasPush: boolean;
  /** Of the measured time; a day unless a test is in a hurry. */
  readonly hours?: number;
  /** False in tests only. */
  readonly durable?: boolean;
}

/** Until everything was seen once; large accounts need longer, as the marketplace answers so many questions a second. */
function settlingHours(products: number): number {
  if (products > 30_000) return 8;
  if (products > 3000) return 2;
  return products > 100 ? 1 : 0.25;
}

export async function measureDay({ products, hasPush, hours = 24, durable = true }: DayOptions): Promise<DayCost> {
  const from = Math.floor(Date.now() / dayMs) * dayMs;
  const start = from - settlingHours(products) * hourMs;
  const house = await openCostHouse({ start, hasPush, durable });
  const world = costWorld({ products, from });
  const asked = answerFetch(world, house.meter);
  try {
    world.moveTo(start);
    const tenantId = await connect(house);
    await liveUntil({ house, world, hasPush }, from);
    const late = await unsettled(house);
    const before = await sizesAfterVacuum(house, 'full');
    asked.calls.clear();
    house.looks.clear();
    house.meter.reset();
    for (let hour = 1; hour <= hours; hour += 1) await liveHour({ house, world, hasPush, until: from + hour * hourMs });
    const cpu = house.meter.total();
    const grown = growth(before, await sizesAfterVacuum(house, 'usual'));
    return {
      products,
      hasPush,
      cpu,
      parts: new Map(house.meter.parts),
      grown,
      bytes: growing.reduce((sum, name) => sum + (grown.get(name) ?? 0), 0),
      appendedBytes: (await bytesOfAppendingAll(house, { tenantId, products })) * products,
      calls: new Map(asked.calls),
      missed: await missedByPush(house),
      unsettled: [...late, ...(await unsettled(house))],
    };
  } finally {
    asked.restore();
    await house.close();
  }
}

type Hour = Parameters<typeof liveUntil>[0] & { readonly until: number };

async function liveHour({ until, ...day }: Hour): Promise<void> {
  await liveUntil(day, until);
  await day.house.meter.measure('vacuum', () => tidy(day.house));
}

const tidy = ({ database }: CostHouse): Promise<void> => withClient(database.ownerUrl, vacuumWhatNeedsIt);
