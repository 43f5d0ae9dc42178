import { expect, test } from 'vitest';
import { chaos } from './lib/chaos/chaos.ts';

test(
  'killing the worker and a backend of the database during a burst neither loses nor doubles an alert or an order',
  { timeout: 600_000 },
  async () => {
    const outcome = await chaos({
      sellers: 1,
      kills: 2,
      victims: ['worker', 'backend'],
      killsPerBurst: 2,
      pairsPerBurst: 24,
      killsAmongOrders: 1,
      seed: 'sample',
      say: () => undefined,
    });

    expect(outcome).toMatchObject({
      events: 24,
      flips: 24,
      lost: [],
      doubled: [],
      unnamed: [],
      repeatedRevisions: 0,
      unsent: 0,
      orders: { lost: [], miscounted: 0 },
      channels: ['webhook', 'slack', 'mail'].map((channel) => ({ channel, missing: [], unknown: [], refused: [] })),
    });
    expect(outcome.recoveries.map(({ victim }) => victim)).toEqual(['worker', 'backend']);
    expect(outcome.channels.map(({ sent }) => sent > 0)).toEqual([true, true, true]);
  },
);
