import { readFileSync } from 'node:fs';
import { compileSpreadsheets } from '../../../server/src/features/sales-spreadsheet/compile-spreadsheets.ts';
import { openDb, type Db } from '../../../server/src/lib/db/db.ts';
import { dbLimits } from '../../../server/src/lib/db/limits.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { systemRandom } from '../../../server/src/lib/random.ts';
import { streamSpreadsheet } from '../../../server/src/lib/spreadsheet/stream-spreadsheet.ts';
import { testClock } from '../../../server/testing/clock.ts';

/** The figures of a process that compiles the waiting spreadsheet. */
export interface CompilingFigures {
  /** Elapsed time and CPU time, both without the time for measuring memory. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The largest growth in MB of the memory in use, measured after collecting garbage before each page of rows. */
  readonly inUseMb: number;
  readonly peakMb: number;
}

if (import.meta.main) {
  const [workerUrl = '', now = ''] = process.argv.slice(2);
  const db = openDb({ url: workerUrl, maxConnections: 2, limits: dbLimits.worker, onIdleError: () => undefined });
  let mostMb = 0;
  const measuring = { ms: 0, cpuMs: 0 };
  const measured: Db = {
    ...db,
    snapshot: (tenantId, work) => {
      const [since, cpuSince] = [performance.now(), cpuMs()];
      mostMb = Math.max(mostMb, inUseMb());
      measuring.ms += performance.now() - since;
      measuring.cpuMs += cpuMs() - cpuSince;
      return db.snapshot(tenantId, work);
    },
  };
  const ctx = {
    db: measured,
    clock: testClock(new Date(now)),
    random: systemRandom,
    log: createLog('silent'),
    config: { publicUrl: 'https://watchpost.test' },
  };
  await writeOnce();
  const beforeMb = inUseMb();
  const [began, cpuBegan] = [performance.now(), cpuMs()];
  await compileSpreadsheets(ctx, new AbortController().signal);
  const seconds = (performance.now() - began - measuring.ms) / 1000;
  const cpuSeconds = (cpuMs() - cpuBegan - measuring.cpuMs) / 1000;
  const figures: CompilingFigures = { seconds, cpuSeconds, inUseMb: mostMb - beforeMb, peakMb: peakMb() };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  await db.close();
}

/** Writes a small spreadsheet, so that the memory of the writer's code does not count. */
async function writeOnce(): Promise<void> {
  for await (const _ of streamSpreadsheet({ name: 'One', columns: [{ header: 'ASIN', width: 9 }], rows: oneRow() }));
}

async function* oneRow() {
  yield ['B0'];
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function inUseMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}

/** Returns the peak memory of this process in MB. `maxRSS` would begin with the memory of the parent process. */
function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
