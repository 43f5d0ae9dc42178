import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../database/database.ts';
import { prepareGround, runIsolation, type Ground } from './isolation.ts';
import { plantedLeaks } from './leaks.ts';

const database = testDatabase();
let ground: Ground;

beforeAll(async () => void (ground = await prepareGround(database, 1)));

test('no call reveals another tenant, or a seller account that is hidden from the caller', async () => {
  const { findings, tallies } = await runIsolation(ground, { rounds: 1, blockRounds: 1, seed: 1 });

  expect(findings).toEqual([]);
  expect([...tallies.values()].map(({ counted }) => counted > 20)).toEqual([true, true, true, true]);
});

test('a missing condition in a statement is detected', async () => {
  const leak = plantedLeaks.find(({ title, missing }) => title === 'items to triage' && missing === 'tenant') ?? null;
  const running = { rounds: 1, blockRounds: 1, seed: 2, planted: { leak, uses: 0 }, untilFound: true };

  expect((await runIsolation(ground, running)).findings).not.toEqual([]);
});

test.each(['tenant', 'access'] as const)(
  'a tool that reads past the %s is detected',
  async (missing) => {
    const leak = plantedLeaks.find((one) => one.title === 'alerts for programs' && one.missing === missing) ?? null;
    const running = { rounds: 1, blockRounds: 1, seed: 3, planted: { leak, uses: 0 }, untilFound: true };

    const { findings } = await runIsolation(ground, running);

    expect(findings.map(({ name }) => name)).toContain('list_problems');
  },
  60_000,
);
