import { startChild } from '../../processes/children.ts';
import type { Child } from '../../processes/children.ts';
import type { EmbeddedDatabase } from '../../postgres/embedded-database.ts';
import { freePort } from '../../processes/ports.ts';
import { newSecrets } from '../../secrets.ts';
import type { StandIn } from '../../processes/stand-in.ts';

/** The speed-up of the product's checks and of the sandbox's rates. */
export const SPEEDUP = 60;

export const owner = {
  email: 'owner@replay.test',
  password: 'Watchpost-replay-2026',
  firstName: 'Rhea',
  lastName: 'Play',
  companyName: 'Replay',
};

/** Starts the API and the worker. Only environment variables point them at the sandbox. */
export async function startProduct(database: EmbeddedDatabase, standIn: StandIn, logFile: string): Promise<Child> {
  const port = await freePort();
  return startChild({
    name: 'server',
    script: 'server/src/main.ts',
    environment: {
      ...process.env,
      ...standIn.environment,
      NODE_ENV: 'development',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'debug',
      CHECK_SPEEDUP: String(SPEEDUP),
      DATABASE_URL: database.apiUrl,
      DATABASE_WORKER_URL: database.workerUrl,
      DATABASE_MIGRATE_URL: database.ownerUrl,
      ENCRYPTION_KEYS: newSecrets().encryptionKeys,
    },
    logFile,
  });
}
