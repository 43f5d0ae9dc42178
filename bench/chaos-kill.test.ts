import { expect, test } from 'vitest';
import { chaos } from './lib/chaos.ts';

test(
  'a worker that is killed in the middle of a burst loses no alert and doubles none',
  { timeout: 180_000 },
  async () => {
    const outcome = await chaos({
      kills: 2,
      killsPerBurst: 2,
      pairsPerBurst: 20,
      seed: 'sample',
      say: () => undefined,
    });

    expect(outcome).toMatchObject({
      events: 20,
      flips: 20,
      lost: [],
      doubled: [],
      unnamed: [],
      repeatedRevisions: 0,
      unsent: 0,
    });
    expect(outcome.recoveriesMs).toHaveLength(2);
  },
);
