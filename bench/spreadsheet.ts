import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { inRoot } from '../scripts/root.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import type { CompilingFigures } from './lib/spreadsheet/compiling-process.ts';
import { seedSales } from './lib/spreadsheet/seed-sales.ts';
import { say } from './lib/figures.ts';

interface SpreadsheetBench {
  readonly products: number;
  readonly days: number;
  readonly print: (line: string) => void;
}

const today = '2026-06-14';
/**
 * The limit of memory in MB: a constant, half of which a page of rows with its part of the file takes, and 1 MB per
 * 1000 products for the list of products. Holding all rows would take far more.
 */
const limitMb = ({ products }: Pick<SpreadsheetBench, 'products'>): number => 12 + products / 1000;
const run = promisify(execFile);

/**
 * Compiles a spreadsheet in a separate process. Returns the most memory that the process has in use, as a share of the
 * limit.
 */
export async function benchSpreadsheet({ products, days, print }: SpreadsheetBench): Promise<number> {
  return withTemporaryDatabase(async ({ ownerUrl, workerUrl }) => {
    await withClient(ownerUrl, async (client) => {
      await client.query('select make_months($1::date, 25)', [today]);
    });
    await withClient(workerUrl, async (client) => {
      const tenantId = await seedSales(client, { products, days, today });
      await client.query(
        `insert into sales_spreadsheets (tenant_id, email_address_id, from_day, to_day, requested_at, claimed_until)
         select e.tenant_id, e.email_address_id, $2, $3::date, $3::date, $3::date from email_addresses e where e.tenant_id = $1`,
        [tenantId, addDays(today, 1 - days), today],
      );
    });
    await withClient(ownerUrl, async (client) => void (await client.query('vacuum analyze')));
    const script = inRoot('bench/lib/spreadsheet/compiling-process.ts');
    const { stdout } = await run(process.execPath, ['--expose-gc', script, workerUrl, `${today}T20:00:00Z`]);
    const { seconds, cpuSeconds, inUseMb, peakMb }: CompilingFigures = JSON.parse(stdout);
    const { rows } = await withClient(workerUrl, (client) =>
      client.query<{ state: string; rows: number; bytes: number }>(
        `select s.state, s.row_count::float8 as rows, s.byte_count::float8 as bytes from sales_spreadsheets s`,
      ),
    );
    const [file] = rows;
    if (file?.state !== 'ready') throw new Error(`The spreadsheet is not compiled: ${JSON.stringify(file)}`);
    print(
      `${products} products × ${days} days: ${file.rows} rows, ${(file.bytes / 1_000_000).toFixed(1)} MB, ` +
        `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ${Math.round(file.rows / seconds)} rows/s`,
    );
    const limit = limitMb({ products });
    print(
      `bench:spreadsheet: ${Math.round(inUseMb)} MB in use at most (limit ${limit} MB), ` +
        `${Math.round(peakMb)} MB of the process at the peak`,
    );
    return inUseMb / limit;
  });
}

if (import.meta.main) {
  const [products = 10_000, days = 730] = process.argv.slice(2).map(Number);
  await benchSpreadsheet({ products, days, print: say });
}
