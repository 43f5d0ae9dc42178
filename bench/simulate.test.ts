import { expect, test } from 'vitest';
import { testDatabase } from '../server/testing/database/database.ts';
import { judgeRun } from './lib/simulation/judge/judge-run.ts';
import { simulate, simulationStart } from './lib/simulation/simulate.ts';

const database = testDatabase();
const patience = { timeout: 600_000 };

test('nine simulated days with outages and kills obey the rules of an alert', patience, async () => {
  const options = { seed: 'sample', days: 9, products: 6, speedup: 0.05, start: simulationStart };
  const run = await simulate({ ...options, workerUrl: database.workerUrl });

  expect(judgeRun(run)).toEqual([]);
  expect(run.flips.length).toBeGreaterThan(10);
  expect(run.mails.length).toBeGreaterThan(20);
});
