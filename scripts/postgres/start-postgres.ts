import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export type PostgresVersion = '18' | '15';

export interface PostgresOptions {
  /** Folder of the cluster; made when it does not exist. */
  folder: string;
  /** Password of the superuser `postgres`; only used when the cluster is made. */
  password: string;
  version: PostgresVersion;
  /** False in tests only: the machine's crash may then cost the cluster. */
  durable: boolean;
}

export interface Postgres {
  port: number;
  /** The process that keeps PostgreSQL and ends it with itself. */
  pid: number;
  stop: () => Promise<void>;
}

export type PostgresAnswer = { ready: true; port: number } | { ready: false; failure: PostgresFailure };

export interface PostgresFailure {
  reason: string;
  /** False when PostgreSQL cannot run on this machine, whatever is in the folder of the cluster. */
  isClusterAtFault: boolean;
}

export class PostgresFailed extends Error {
  readonly isClusterAtFault: boolean;

  constructor({ reason, isClusterAtFault }: PostgresFailure) {
    super(reason);
    this.isClusterAtFault = isClusterAtFault;
  }
}

/**
 * Starts PostgreSQL under a process of its own, out of reach of Ctrl-C: the one who starts it decides when it ends,
 * and when that one dies without a word the lost connection ends it.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const child = fork(new URL('postgres-process.ts', import.meta.url), {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  child.send(options);
  const answer = await firstAnswer(child);
  if (!answer.ready) {
    throw new PostgresFailed(answer.failure);
  }
  return { port: answer.port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

export function postgresUrl(login: { user: string; password: string; port: number; database: string }): string {
  return `postgres://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${login.port}/${login.database}`;
}

function firstAnswer(child: ChildProcess): Promise<PostgresAnswer> {
  return new Promise((resolve) => {
    // The keeper speaks this one type; nobody else holds the other end of the channel.
    child.once('message', (message) => resolve(message as PostgresAnswer));
    child.once('exit', (code) => {
      const reason = `PostgreSQL's process ended at once (${code})`;
      resolve({ ready: false, failure: { reason, isClusterAtFault: false } });
    });
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    if (child.connected) {
      child.disconnect();
    }
  });
}
