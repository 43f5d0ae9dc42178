import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export type PostgresVersion = '18' | '15';

export interface PostgresOptions {
  /** Folder of the cluster, created if it does not exist. */
  folder: string;
  /** Password of the superuser `postgres`, used only when the cluster is created. */
  password: string;
  version: PostgresVersion;
  /** Whether the cluster survives a crash of the machine; false in tests only. */
  durable: boolean;
}

export interface Postgres {
  port: number;
  /** The pid of the keeper process, which runs PostgreSQL and stops it when the keeper itself ends. */
  pid: number;
  stop: () => Promise<void>;
}

export type PostgresAnswer = { ready: true; port: number } | { ready: false; failure: PostgresFailure };

interface PostgresFailure {
  reason: string;
  /**
   * Whether the cluster is at fault; false if PostgreSQL cannot run on this machine, whatever the cluster folder
   * contains.
   */
  isClusterAtFault: boolean;
}

export class PostgresError extends Error {
  readonly isClusterAtFault: boolean;

  constructor({ reason, isClusterAtFault }: PostgresFailure) {
    super(reason);
    this.isClusterAtFault = isClusterAtFault;
  }
}

/**
 * Starts PostgreSQL under a keeper process, which is detached from Ctrl-C so that the caller decides when PostgreSQL
 * ends. If the caller dies, the keeper loses its IPC connection and ends too.
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
    throw new PostgresError(answer.failure);
  }
  return { port: answer.port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

export function postgresUrl(login: { user: string; password: string; port: number; database: string }): string {
  return `postgres://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${login.port}/${login.database}`;
}

function firstAnswer(child: ChildProcess): Promise<PostgresAnswer> {
  return new Promise((resolve) => {
    // The keeper process is the only sender and sends this type only.
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
