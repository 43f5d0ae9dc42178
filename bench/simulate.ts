import { cpuUsage } from 'node:process';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../server/testing/database/postgres.ts';
import { say } from './lib/figures.ts';
import { withClone } from './lib/simulation/databases.ts';
import { judgeRun } from './lib/simulation/judge/judge-run.ts';
import { simulate, simulationStart } from './lib/simulation/simulate.ts';

const dayMs = 86_400_000;

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      days: { type: 'string', default: '365' },
      products: { type: 'string', default: '6' },
      speedup: { type: 'string', default: '0.05' },
    },
    allowPositionals: true,
  });
  const options = {
    days: Number(values.days),
    products: Number(values.products),
    speedup: Number(values.speedup),
    start: simulationStart,
  };
  const seeds = positionals.length > 0 ? positionals : [String(process.pid)];
  const { port, stop } = await startTestPostgres();
  const totals = { faults: 0, seconds: 0 };
  for (const seed of seeds) {
    const { faults, seconds } = await runSeed(port, { ...options, seed });
    totals.faults += faults;
    totals.seconds += seconds;
  }
  await stop();
  const simulatedMs = seeds.length * options.days * dayMs;
  say(
    `simulate: ${seeds.length} seeds of ${options.days} days, ${totals.faults} faults (goal 0), ` +
      `${Math.round(simulatedMs / 1000 / totals.seconds).toLocaleString('en-US')} × real time (goal ≥ 10,000)`,
  );
  if (totals.faults > 0) process.exitCode = 1;
}

type SeedOptions = Omit<Parameters<typeof simulate>[0], 'database'>;

/** Runs and judges one seed, and prints the hash of its flips and mails, which is the same at each run. */
async function runSeed(port: number, options: SeedOptions): Promise<{ faults: number; seconds: number }> {
  const before = cpuUsage();
  const began = performance.now();
  const run = await withClone(port, (database) => simulate({ ...options, database }));
  const seconds = (performance.now() - began) / 1000;
  const faults = judgeRun(run);
  const { user, system } = cpuUsage(before);
  for (const fault of faults) say(`  ${fault}`);
  say(
    `seed ${options.seed}: ledger ${run.hash}, ${run.steps} steps, ${run.flips.length} flips, ${run.mails.length} mails, ` +
      `${run.deaths} deaths, ${run.storms.length} outages, ${faults.length} faults, ` +
      `${seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of CPU of Node`,
  );
  return { faults: faults.length, seconds };
}
