import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { Programs } from './programs.ts';
import type { PostgresOptions } from './start-postgres.ts';

export interface Server {
  /** Rejects with the last lines of PostgreSQL's log if the server ends before it accepts connections. */
  ready: Promise<void>;
  stop: () => Promise<void>;
}

/** The number of log lines kept for error messages. */
const KEPT_LINES = 12;

/**
 * Settings for clusters of tests, which end after minutes. Protecting the data, speeding up large databases or showing
 * what the server does would only cost time.
 */
const NOT_DURABLE = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'autovacuum',
  'jit',
  'track_counts',
  'update_process_title',
].flatMap((name) => ['-c', `${name}=off`]);
const ONLY_LOCAL = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
const SIZES = ['-c', 'max_connections=200', '-c', 'shared_buffers=128MB', '-c', 'timezone=UTC'];
/** The server logs in English, because its readiness is detected by a log message. */
const LOG_LANGUAGE = ['-c', 'lc_messages=C'];
const FLAGS = [...ONLY_LOCAL, ...SIZES, ...LOG_LANGUAGE];

// The collation must be the same on every machine, whatever its LANG.
const INIT_FLAGS = {
  '18': ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  '15': ['--encoding=UTF8', '--locale=C.UTF-8'],
};

/**
 * The cluster folder as file descriptor 3 of the process. This name works even if a parent folder is closed to the
 * process. The working directory would not work, because PostgreSQL 15 leaves it and returns to it by its full path.
 */
const GIVEN_FOLDER = '/proc/self/fd/3';

/**
 * Creates a cluster beside its folder and moves it into place when it is complete, so that an interruption leaves no
 * partial cluster.
 */
export async function initialise(options: PostgresOptions, programs: Programs): Promise<void> {
  const { folder, password, version, durable } = options;
  const unfinished = `${folder}.new`;
  const cluster = join(unfinished, 'cluster');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(join(unfinished, 'password'), `${password}\n`, { mode: 0o600 });
  await chownAll(programs.user, [unfinished, cluster, join(unfinished, 'password')]);
  const name = nameForChild(cluster);
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${name}/../password`];
  const flags = [...login, ...INIT_FLAGS[version], '--lc-messages=C', ...(durable ? [] : ['--no-sync'])];
  const initdb = runWith(cluster, programs, ['initdb', `--pgdata=${name}`, ...flags]);
  const log = keepEnd(linesOf(initdb), cluster);
  const [code] = await once(initdb, 'close');
  if (code !== 0) {
    throw new Error(log.join(' ') || `initdb ended with ${code}`);
  }
  await rename(cluster, folder);
  await rm(unfinished, { recursive: true });
}

export function startServer({ folder, durable }: PostgresOptions, programs: Programs, port: number): Server {
  // Shows the folder in the process list. A later start looks there for a server that has outlived its killed keeper
  // process.
  const named = ['-c', `watchpost.folder=${folder}`];
  const flags = ['-p', String(port), ...named, ...FLAGS, ...(durable ? [] : NOT_DURABLE)];
  const server = runWith(folder, programs, ['postgres', '-D', nameForChild(folder), ...flags]);
  const lines = linesOf(server);
  const log = keepEnd(lines, folder);
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('ready to accept connections') && resolve());
    server.once('error', reject);
    server.once('close', () => reject(new Error(log.join(' ') || 'it ended without a message')));
  });
  return { ready, stop: () => stop(server) };
}

/** Runs a PostgreSQL program. The cluster folder is opened before the user changes and passed as file descriptor 3. */
function runWith(folder: string, programs: Programs, [name = '', ...args]: readonly string[]): ChildProcess {
  const opened = openSync(folder, 'r');
  try {
    return spawn(join(programs.folder, 'bin', name), args, {
      cwd: '/',
      env: { ...process.env, LC_MESSAGES: 'C' },
      stdio: ['ignore', 'ignore', 'pipe', opened],
      ...programs.user,
    });
  } finally {
    closeSync(opened);
  }
}

function nameForChild(folder: string): string {
  return existsSync('/proc/self/fd') ? GIVEN_FOLDER : folder;
}

async function chownAll(user: Programs['user'], paths: readonly string[]): Promise<void> {
  if (user !== null) {
    await Promise.all(paths.map((path) => chown(path, user.uid, user.gid)));
  }
}

function linesOf({ stderr }: ChildProcess): Interface {
  if (stderr === null) throw new Error('The log of PostgreSQL is not piped to this process');
  return createInterface({ input: stderr });
}

/** Keeps the last lines of the log, with the usual name of the folder in place of its file descriptor. */
function keepEnd(lines: Interface, folder: string): readonly string[] {
  const kept: string[] = [];
  lines.on('line', (line) => {
    kept.push(line.replaceAll(GIVEN_FOLDER, folder).trim());
    kept.splice(0, kept.length - KEPT_LINES);
  });
  return kept;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) {
    return;
  }
  const ended = once(server, 'exit');
  // SIGINT makes the server end all transactions and connections immediately, so that the next start needs no recovery.
  server.kill('SIGINT');
  await ended;
}
