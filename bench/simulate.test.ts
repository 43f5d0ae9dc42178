import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/root.ts';
import { testDatabase } from '../server/testing/database/database.ts';
import { judgeRun } from './lib/simulation/judge/judge-run.ts';
import { mistakes } from './lib/simulation/mistakes.ts';
import { simulate, simulationStart } from './lib/simulation/simulate.ts';

const database = testDatabase();
const patience = { timeout: 600_000 };

const occurs = (file: string, text: string) => readFileSync(inRoot(file), 'utf8').split(text).length - 1;

test('nine simulated days with outages and kills obey the rules of an alert', patience, async () => {
  const options = { seed: 'sample', days: 9, products: 6, speedup: 0.05, start: simulationStart };
  const run = await simulate({ ...options, database });

  expect(judgeRun(run)).toEqual([]);
  expect(run.flips.length).toBeGreaterThan(10);
  expect(run.mails.length).toBeGreaterThan(20);
});

test('each mistake can be planted: the text that it changes occurs once', () => {
  expect(
    mistakes.filter(({ edits }) => edits.some(({ file, find }) => occurs(file, find) !== 1)).map(({ title }) => title),
  ).toEqual([]);
  expect(mistakes.length).toBeGreaterThanOrEqual(30);
});
