import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startStandIn, type StandIn } from '../scripts/processes/stand-in.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { inRoot } from '../scripts/root.ts';
import { say } from './lib/figures.ts';
import { mistakes, type Mistake } from './lib/billing/mistakes.ts';
import { plantEdits } from './lib/plant-edits.ts';

interface ProverGround {
  readonly workerUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly controlUrl: string;
}

interface Verdict {
  /** The number of times that each edit was applied; an edit must be applied exactly once. */
  readonly edits: readonly number[];
  /** The difference that the check has found; `null` if the mistake was missed. */
  readonly found: string | null;
}

/**
 * Plants mistakes in the source of the product, one after another, each in its own process. Returns the titles of the
 * mistakes that their check does not find.
 */
export async function findMistakes(
  given: readonly Mistake[],
  ground: ProverGround,
  print: (line: string) => void,
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const mistake of given) {
    const { edits, found } = await judge(mistake, ground);
    const isPlanted = edits.every((count) => count === 1);
    if (!isPlanted || found === null) missed.push(mistake.title);
    const result = isPlanted ? (found ?? 'MISSED') : `NOT PLANTED: the text occurs ${edits.join(', ')} times`;
    print(`${mistake.title.padEnd(55)} ${mistake.prover.padEnd(10)} ${result.slice(0, 120)}`);
  }
  return missed;
}

/** Runs the checks on the unchanged product. Returns the faults that the checks find; none are expected. */
async function findUnplanted(ground: ProverGround): Promise<readonly string[]> {
  const found = [];
  for (const prover of ['pure', 'database', 'collecting', 'events'] as const) {
    const verdict = await judge({ title: 'none', prover, edits: [] }, ground);
    if (verdict.found !== null) found.push(`${prover}: ${verdict.found}`);
  }
  return found;
}

async function judge(mistake: Mistake, ground: ProverGround): Promise<Verdict> {
  const child = fork(inRoot('bench/billing-mistakes.ts'), ['prove'], {
    execArgv: ['--import', inRoot('scripts/processes/end-with-parent.ts')],
  });
  child.send({ mistake, ground });
  const [verdict]: unknown[] = await once(child, 'message');
  await once(child, 'exit');
  return verdict as Verdict;
}

/**
 * The main function of the process for one mistake. It loads the modules of the product after it has planted the
 * mistake.
 */
async function prove(): Promise<void> {
  const [message]: unknown[] = await once(process, 'message');
  const { mistake, ground } = message as { mistake: Mistake; ground: ProverGround };
  const edits = plantEdits(mistake.edits);
  const { findFault } = await import('./lib/billing/provers.ts');
  const { openDb } = await import('../server/src/lib/db/db.ts');
  const { dbLimits } = await import('../server/src/lib/db/limits.ts');
  const url = ground.workerUrl;
  const db = openDb({ url, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
  const provider = { environment: ground.environment, control: controlAt(ground.controlUrl) };
  const found = await findFault(mistake.prover, { db, provider }).catch((error: unknown) => `fails: ${String(error)}`);
  await db.close();
  process.send?.({ edits, found });
  process.disconnect();
}

function controlAt(url: string): StandIn['control'] {
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { headers, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
}

if (import.meta.main) {
  const [first] = process.argv.slice(2);
  if (first === 'prove') await prove();
  else await findAll(first ?? '');
}

/** Plants the mistakes whose title contains this text, and reports those that no check finds. */
async function findAll(titlePart: string): Promise<void> {
  const standIn = await startStandIn({ speedup: 1 });
  await withTemporaryDatabase(async ({ workerUrl }) => {
    const ground = { workerUrl, environment: standIn.environment, controlUrl: standIn.url };
    const unplanted = await findUnplanted(ground);
    for (const fault of unplanted) say(`without a mistake ${fault}`);
    const given = mistakes.filter(({ title }) => title.includes(titlePart));
    const missed = await findMistakes(given, ground, say);
    say(
      `billing:mistakes: ${given.length - missed.length} of ${given.length} planted mistakes found, ${unplanted.length} without a mistake (goal all, 0)`,
    );
    if (missed.length + unplanted.length > 0) process.exitCode = 1;
  });
  await standIn.stop();
}
