import { Readable } from 'node:stream';
import { minuteMs } from '@app/shared/base/time.ts';
import { ZipFile } from 'yazl';
import type { Context } from '../../../context.ts';
import { exportedTables, isWithheldColumn } from './exported-tables.ts';
import { endExport, readPage, readShape, renewExport, type ExportKey, type PageRequest } from './export-queries.ts';

/**
 * A download that makes no progress for longer than this loses its claim to the next export of the tenant, and then
 * ends with an error.
 */
export const leaseMs = 2 * minuteMs;
/** A row has a few kB at most, so that a page of any table is read within a second and held by a small process. */
const rowsAtOnce = 500;

type ArchiveContext = Pick<Context, 'db' | 'clock' | 'log'>;

/** Another export of the tenant was begun while this one made no progress. */
class ExportLost extends Error {
  override readonly name = 'ExportLost';
}

/**
 * Streams all data of a tenant as a zip archive. Rows are read a page at a time, each page in a transaction of its own,
 * and only when the reader has taken the page before, so that neither the data nor a connection is held.
 */
export function openArchive(ctx: ArchiveContext, key: ExportKey): Readable {
  const { db, clock, log } = ctx;
  const zip = new ZipFile();
  const archive = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error: Error) => archive.destroy(error));
  archive.once('error', (error) =>
    log.warn({ err: error, tenantId: key.tenantId }, 'an export of all data was cut off'),
  );
  let reading: Readable | null = null;
  archive.once('close', () => {
    reading?.destroy();
    db.tenant(key.tenantId, (tx) => endExport(tx, key)).catch((error: unknown) => {
      log.warn({ err: error, tenantId: key.tenantId }, 'an export of all data keeps its claim until its lease ends');
    });
  });
  const mtime = clock.now();
  const renew = claimKeeper(ctx, key);
  zip.addBuffer(Buffer.from(readme(mtime)), 'README.txt', { mtime });
  for (const table of Object.keys(exportedTables)) {
    zip.addReadStreamLazy(`${table}.jsonl`, { mtime }, (open) => {
      reading = Readable.from(readLines(ctx, { ...key, table, renew }), { objectMode: false });
      // The archive writer does not handle errors of the streams that it reads.
      reading.on('error', (error) => archive.destroy(error));
      open(null, reading);
    });
  }
  zip.end();
  return archive;
}

interface TableToRead extends ExportKey {
  readonly table: string;
  renew(): Promise<void>;
}

async function* readLines({ db }: ArchiveContext, { tenantId, table, renew }: TableToRead): AsyncGenerator<Buffer> {
  const shape = await db.tenant(tenantId, (tx) => readShape(tx, table));
  const withheld = shape.columns.filter(isWithheldColumn);
  let after: readonly string[] | null = null;
  for (;;) {
    await renew();
    const page: PageRequest = { ...shape, tenantId, withheld, after, most: rowsAtOnce };
    const { lines, last } = await db.tenant(tenantId, (tx) => readPage(tx, page));
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
    if (lines.length < rowsAtOnce) return;
    after = last;
  }
}

/** Returns a function that renews the claim now and then, and throws when it was lost. */
function claimKeeper({ db, clock }: ArchiveContext, key: ExportKey): () => Promise<void> {
  let renewAt = clock.now().getTime() + leaseMs / 4;
  return async () => {
    const now = clock.now().getTime();
    if (now < renewAt) return;
    renewAt = now + leaseMs / 4;
    if (!(await db.tenant(key.tenantId, (tx) => renewExport(tx, key, new Date(now + leaseMs))))) throw new ExportLost();
  };
}

function readme(at: Date): string {
  const files = Object.entries(exportedTables).map(([table, about]) => `${`${table}.jsonl`.padEnd(36)}${about}`);
  return [
    `All data of your Watchpost account, read from ${at.toISOString()} on.`,
    '',
    'Each file holds one table, with one JSON object in each line (UTF-8, https://jsonlines.org). Rows of different files',
    'belong together by their ids. Times are in UTC; amounts are in cents or mills (thousandths) of their currency.',
    'Passwords, tokens, secret addresses and their hashes are not part of it. The files are read one after the other',
    'while the account goes on, so that a later file may know of a change that an earlier one does not.',
    '',
    ...files,
    '',
  ].join('\r\n');
}
