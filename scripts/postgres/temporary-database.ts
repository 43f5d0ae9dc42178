import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase } from './embedded-database.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';
import { secretsOf } from '../secrets.ts';

/** Runs `use` with a migrated database that is removed afterwards. */
export async function withTemporaryDatabase<Result>(
  use: (database: EmbeddedDatabase) => Promise<Result>,
): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-'));
  const database = await openEmbeddedDatabase({ dataFolder, secrets: secretsOf(dataFolder), durable: false });
  try {
    return await use(database);
  } finally {
    await database.postgres?.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
