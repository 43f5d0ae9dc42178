import { existsSync } from 'node:fs';
import { freePort } from '../processes/ports.ts';
import { initialise, startServer } from './cluster.ts';
import type { Server } from './cluster.ts';
import { clearLeftovers, refuseUnusableFolder } from './cluster-folder.ts';
import { findPrograms } from './programs.ts';
import type { Programs } from './programs.ts';
import type { PostgresAnswer, PostgresOptions } from './start-postgres.ts';
import { postgresUser } from './system-user.ts';

let server: Server | undefined;

process.once('message', (message) => {
  // `startPostgres` is the only sender of messages to this process.
  void run(message as PostgresOptions).then(answer);
});

for (const ending of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(ending, () => void end());
}

async function run(options: PostgresOptions): Promise<PostgresAnswer> {
  let isClusterAtFault = false;
  try {
    const programs = await findPrograms(options.version, await postgresUser());
    isClusterAtFault = true;
    return { ready: true, port: await open(options, programs) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ready: false, failure: { reason, isClusterAtFault } };
  }
}

async function open(options: PostgresOptions, programs: Programs): Promise<number> {
  await refuseUnusableFolder(options);
  await clearLeftovers(options.folder);
  if (!existsSync(`${options.folder}/PG_VERSION`)) {
    await initialise(options, programs);
  }
  const port = await freePort();
  server = startServer(options, programs, port);
  await server.ready;
  return port;
}

/** Sends the answer. If PostgreSQL did not start, this process ends. */
function answer(value: PostgresAnswer): void {
  process.send?.(value, () => value.ready || process.disconnect());
}

async function end(): Promise<void> {
  await server?.stop();
  process.exit(0);
}
