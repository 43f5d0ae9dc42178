import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startTestPostgres } from '../server/testing/database/postgres.ts';
import { inRoot } from '../scripts/root.ts';
import { say } from './lib/figures.ts';
import { plantEdits, type Edit } from './lib/plant-edits.ts';
import { mistakes } from './lib/simulation/mistakes.ts';

const mostSeeds = 100;
const days = 14;

interface Order {
  readonly edits: readonly Edit[];
  readonly seeds: number;
  readonly port: number;
}

interface Verdict {
  /** The number of times that each edit was applied; an edit must be applied exactly once. */
  readonly counts: readonly number[];
  /** The first seed whose run differs from the rules, and the difference; `null` if no run differs. */
  readonly found: { readonly seed: number; readonly fault: string } | null;
}

/** Runs the seeds 1, 2, … with one planted mistake in a separate process, until the judge finds a fault. */
async function seek(order: Order): Promise<Verdict> {
  const child = fork(inRoot('bench/simulate-mistakes.ts'), ['seek'], {
    execArgv: ['--import', inRoot('scripts/processes/end-with-parent.ts')],
  });
  child.send(order);
  const [verdict]: unknown[] = await once(child, 'message');
  await once(child, 'exit');
  return verdict as Verdict;
}

/**
 * The main function of the process for one mistake. It loads the modules of the product after it has planted the
 * mistake.
 */
async function seekHere(): Promise<void> {
  const [message]: unknown[] = await once(process, 'message');
  const { edits, seeds, port } = message as Order;
  const counts = plantEdits(edits);
  const { simulate, simulationStart: start } = await import('./lib/simulation/simulate.ts');
  const { judgeRun } = await import('./lib/simulation/judge/judge-run.ts');
  const { withClone } = await import('./lib/simulation/databases.ts');
  let found: Verdict['found'] = null;
  for (let seed = 1; seed <= seeds && !found; seed += 1) {
    const options = { seed: String(seed), days, products: 6, speedup: 0.05, start };
    const [fault] = await withClone(port, async (database) => judgeRun(await simulate({ ...options, database })));
    if (fault !== undefined) found = { seed, fault };
  }
  process.send?.({ counts, found } satisfies Verdict);
  process.disconnect();
}

interface Search {
  /** Only mistakes whose title contains this text are planted. */
  readonly wanted: string;
  readonly atOnce: number;
}

async function seekAll({ wanted, atOnce }: Search): Promise<void> {
  const { port, stop } = await startTestPostgres();
  const given = mistakes.filter(({ title }) => title.includes(wanted));
  const left = [...given];
  const seeds: number[] = [];
  const seekNext = async (): Promise<void> => {
    for (let mistake = left.shift(); mistake; mistake = left.shift()) {
      const { counts, found } = await seek({ edits: mistake.edits, seeds: mostSeeds, port });
      const isPlanted = counts.every((count) => count === 1);
      if (isPlanted && found) seeds.push(found.seed);
      const result = found ? `seed ${found.seed}: ${found.fault.slice(0, 110)}` : `MISSED in ${mostSeeds} seeds`;
      say(
        `${mistake.title.padEnd(60)} ${isPlanted ? result : `NOT PLANTED: the text occurs ${counts.join(', ')} times`}`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, seekNext));
  const highest = Math.max(0, ...seeds);
  const { found } = await seek({ edits: [], seeds: highest, port });
  if (found) say(`without a mistake, seed ${found.seed}: ${found.fault}`);
  await stop();
  say(
    `simulate:mistakes: ${seeds.length} of ${given.length} planted mistakes found (goal all), ` +
      `${found ? 'faults' : 'no fault'} in ${highest} seeds without a mistake`,
  );
  if (seeds.length < given.length || found) process.exitCode = 1;
}

const [first = '', atOnce = '2'] = process.argv.slice(2);
if (first === 'seek') await seekHere();
else await seekAll({ wanted: first, atOnce: Number(atOnce) });
