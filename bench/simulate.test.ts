import { expect, test } from 'vitest';
import { testDatabase } from '../server/testing/database/database.ts';
import { judgeRun } from './lib/simulation/judge/judge-run.ts';
import { simulate, simulationStart } from './lib/simulation/simulate.ts';

const databases = [testDatabase(), testDatabase()] as const;

const patience = { timeout: 300_000 };

test(
  'nine simulated days with outages and kills obey the rules of an alert, and repeat with their seed',
  patience,
  async () => {
    const options = { seed: 'sample', days: 9, products: 4, speedup: 0.05, start: simulationStart };
    const first = await simulate({ ...options, workerUrl: databases[0].workerUrl });
    const second = await simulate({ ...options, workerUrl: databases[1].workerUrl });

    expect(judgeRun(first)).toEqual([]);
    expect(first.flips.length).toBeGreaterThan(10);
    expect(first.mails.length).toBeGreaterThan(20);
    expect(second.hash).toBe(first.hash);
  },
);
