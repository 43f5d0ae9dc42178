import { expect, test } from 'vitest';
import { outages } from './lib/chaos/outage/scenarios.ts';
import { isHealed, lineOf, survive } from './lib/chaos/outage/survive.ts';

const sample = ['PostgreSQL is stopped and started again'];

test(
  'the product survives a stop of its database without a restart, and no alert is lost or untrue',
  { timeout: 600_000 },
  async () => {
    const tried = outages.filter(({ name }) => sample.includes(name));

    const survivals = await survive({ outages: tried, seconds: 1, pairs: 4, sellers: 1, say: () => undefined });

    expect(survivals.map(({ name, lost, untrue }) => ({ name, lost, untrue }))).toEqual(
      sample.map((name) => ({ name, lost: [], untrue: [] })),
    );
    // The limit is longer than the script's own goal, because a machine that runs all tests at the same time is slower.
    expect(survivals.filter((one) => !isHealed({ ...one, goalMs: 100_000 })).map(lineOf)).toEqual([]);
  },
);
