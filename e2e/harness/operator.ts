import { dirname } from 'node:path';
import { run } from '../../scripts/processes/run.ts';
import { runAdmin } from '../../server/src/admin/run-admin.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { openDb } from '../../server/src/lib/db/db.ts';
import { dbLimits } from '../../server/src/lib/db/limits.ts';
import { systemRandom } from '../../server/src/lib/random.ts';
import type { TestHouse } from './house.ts';

/** Runs an operator's command on the running product. Returns its output. */
export async function operator({ database }: TestHouse, ...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const db = openDb({
    url: database?.workerUrl ?? '',
    maxConnections: 1,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  try {
    await runAdmin(
      {
        db,
        clock: systemClock,
        random: systemRandom,
        log: { error: () => undefined },
        keys: new Map(),
        config: { publicUrl: 'http://watchpost.test' },
        payments: null,
        print: (line) => void lines.push(line),
      },
      args,
    );
  } finally {
    await db.close();
  }
  return lines.join('\n');
}

/** Runs the same command as `npm start -- admin …`, which is slower because it starts two processes. */
export async function operatorAtTerminal(house: TestHouse, ...args: readonly string[]): Promise<string> {
  const { logFolder = '', commandEnvironment = {} } = house;
  const environment = { WATCHPOST_DATA_DIR: dirname(logFolder), ...commandEnvironment };
  const { ok, output } = await run(['node', 'scripts/start.ts', 'admin', ...args], { environment });
  if (!ok) {
    throw new Error(output);
  }
  return output.trim();
}
