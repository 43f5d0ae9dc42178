import { dirname } from 'node:path';
import { run } from '../scripts/run.ts';
import { runAdmin } from '../server/src/admin/run-admin.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { openDb } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { systemRandom } from '../server/src/lib/random.ts';
import type { TestHouse } from './house.ts';

/** What an operator does beside the running house; answers what the command printed. */
export async function operator({ database }: TestHouse, ...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const db = openDb({
    url: database?.workerUrl ?? '',
    maxConnections: 1,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  try {
    await runAdmin({ db, clock: systemClock, random: systemRandom, print: (line) => void lines.push(line) }, args);
  } finally {
    await db.close();
  }
  return lines.join('\n');
}

/** The same as he types it, `npm start -- admin …`: two processes, which are slow to start. */
export async function operatorAtTerminal({ logFolder = '' }: TestHouse, ...args: readonly string[]): Promise<string> {
  const environment = { WATCHPOST_DATA_DIR: dirname(logFolder) };
  const { ok, output } = await run(['node', 'scripts/start.ts', 'admin', ...args], { environment });
  if (!ok) {
    throw new Error(output);
  }
  return output.trim();
}
