import { copyDatabase, dropDatabase, urlsOf, type TestDatabase } from '../server/testing/database/nodes.ts';
import { startTestPostgres, templateDatabase } from '../server/testing/database/postgres.ts';
import { prepareGround, runIsolation, type Ground } from '../server/testing/isolation/isolation.ts';
import { plantedLeaks, type Leak } from '../server/testing/isolation/leaks.ts';
import type { Outcome } from '../server/testing/isolation/run-matrix.ts';
import { say } from './lib/figures.ts';

/**
 * The number of counted calls to reach. A round counts one call for each caller (owner, user, another tenant,
 * anonymous), each call of the API and each id in that call.
 */
const goal = 100_000;
/** Rounds per block; after each block all tables are compared. */
const blockRounds = 25;

if (import.meta.main) {
  const [calls = goal, leaks = plantedLeaks.length] = process.argv.slice(2).map(Number);
  await withDatabase(async (database) => {
    const ground = await prepareGround(database, 6);
    say(
      `calls that do not succeed even with the owner's own ids and therefore prove nothing: ${ground.unproven.join(', ')}`,
    );
    const counted = await runMatrix(ground, calls);
    const caught = await catchPlanted(ground, plantedLeaks.slice(0, leaks));
    say(`isolation: ${counted.calls} calls counted, ${counted.findings} leaks (goal ≥ ${goal}, 0)`);
    say(`isolation, planted leaks: ${caught} of ${leaks} caught (goal all)`);
  });
}

/**
 * Runs blocks of rounds until enough calls are counted. Every second seed runs without row-level security, so that the
 * conditions of the statements alone must separate the tenants.
 */
async function runMatrix(
  ground: Ground,
  calls: number,
): Promise<{ readonly calls: number; readonly findings: number }> {
  let [counted, found] = [0, 0];
  for (let seed = 1; counted < calls; seed += 1) {
    const isBare = seed % 2 === 0;
    const planted = isBare ? { planted: { leak: null, uses: 0 } } : {};
    const outcome = await runIsolation(ground, { rounds: roundsFor(calls), blockRounds, seed, ...planted });
    counted += sum([...outcome.tallies.values()].map((tally) => tally.counted));
    found += outcome.findings.length;
    say(`— seed ${seed}, ${isBare ? 'without' : 'with'} row-level security, ${counted} calls counted so far`);
    printOutcome(outcome);
  }
  return { calls: counted, findings: found };
}

/** About a hundred calls are counted per round. */
function roundsFor(calls: number): number {
  return Math.min(4 * blockRounds, Math.ceil(calls / 100));
}

function printOutcome({ tallies, findings }: Outcome): void {
  for (const [caller, { calls, counted, statuses }] of tallies) {
    const result = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status} × ${count}`);
    say(
      `${caller.padEnd(26)} ${String(calls).padStart(7)} calls, ${String(counted).padStart(7)} count: ${result.join(', ')}`,
    );
  }
  for (const { caller, name, what } of findings.slice(0, 10)) say(`LEAK ${caller}: ${name}: ${what}`);
}

async function catchPlanted(ground: Ground, leaks: readonly Leak[]): Promise<number> {
  let caught = 0;
  for (const [index, leak] of leaks.entries()) {
    const use = { leak, uses: 0 };
    const running = { rounds: 6, blockRounds: 1, seed: 100 + index, planted: use, untilFound: true };
    const [finding] = (await runIsolation(ground, running)).findings;
    if (finding) caught += 1;
    const result = finding
      ? `caught by the ${finding.caller}, ${finding.name}: ${JSON.stringify(finding.what.slice(0, 120))}`
      : use.uses > 0
        ? 'MISSED'
        : 'MISSED: the statement was never executed';
    say(`missing ${leak.missing.padEnd(6)} · ${leak.title.padEnd(38)} ${result}`);
  }
  return caught;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function withDatabase(use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const { nodes, stop } = await startTestPostgres();
  const name = 'isolation';
  try {
    await dropDatabase(nodes, name);
    await copyDatabase(nodes, templateDatabase, name);
    await use(urlsOf(nodes, name));
  } finally {
    await dropDatabase(nodes, name);
    await stop();
  }
}
