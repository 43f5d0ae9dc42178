import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { outsideWorld } from '../../../../sandbox/src/environment.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../../../scripts/postgres/embedded-database.ts';
import { postgresUrl } from '../../../../scripts/postgres/start-postgres.ts';
import { freePort } from '../../../../scripts/processes/ports.ts';
import { startSandbox } from '../../../../scripts/processes/sandbox-process.ts';
import { secretsOf } from '../../../../scripts/secrets.ts';
import { openHouse, type House } from '../../../../scripts/start/house.ts';
import { openTcpProxy, type TcpProxy } from '../../../../server/testing/database/tcp-proxy.ts';
import { openFaultyHttpProxy, type FaultyHttpProxy } from './http-proxy.ts';

/** The whole product, which reaches every outside part through a proxy that can break. */
export interface OutageHouse extends Pick<House, 'url' | 'processes' | 'startProcess'> {
  readonly sandboxUrl: string;
  readonly database: BreakableDatabase;
  readonly mail: TcpProxy;
  readonly services: FaultyHttpProxy;
  /** Returns the superuser's URL, which bypasses the proxy and row-level security. */
  superuserUrl(): string;
  close(): Promise<void>;
}

interface BreakableDatabase {
  readonly proxy: TcpProxy;
  /** Connections that bypass the proxy and row-level security. */
  readonly superuser: pg.Pool;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Sends a signal to every process of the PostgreSQL server. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Kills every process of the PostgreSQL server and its keeper process without warning. */
  kill(): Promise<void>;
}

/** With this speed-up an hourly check runs every 12 seconds. */
const speedup = 300;

/** Starts the product behind proxies. `clockAheadMs` is the time by which the marketplace's clock is ahead of ours. */
export async function openOutageHouse({ clockAheadMs = 0 } = {}): Promise<OutageHouse> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-outage-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(dataFolder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const { database, urls, superuserUrl } = await openDatabase(dataFolder, closers);
    const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
    const publicUrl = `http://127.0.0.1:${port}`;
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const services = await openFaultyHttpProxy(sandboxUrl);
    const mail = await openTcpProxy(smtpPort);
    closers.push(
      () => services.close(),
      () => mail.close(),
    );
    const sandbox = await startSandbox({
      port: sandboxPort,
      smtpPort,
      // The sandbox hands out addresses of its own, for example of documents. They must lead through the proxy too.
      publicUrl: services.url,
      clockAheadMs,
      life: false,
      speedup,
      productUrl: publicUrl,
      logFile: join(dataFolder, 'log', 'sandbox.log'),
    });
    closers.push(sandbox.stop);
    const house = await openHouse({
      dataFolder,
      port,
      publicUrl,
      processes: [['api'], ['worker']],
      speedup,
      sandbox: null,
      durable: true,
      environment: { LOG_LEVEL: 'warn', ...urls, ...outsideThrough({ services, mail, sandboxUrl }) },
      logFiles: true,
    });
    closers.push(house.close);
    return {
      url: house.url,
      processes: house.processes,
      startProcess: house.startProcess,
      sandboxUrl,
      database,
      mail,
      services,
      superuserUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Ways {
  readonly services: FaultyHttpProxy;
  readonly mail: TcpProxy;
  readonly sandboxUrl: string;
}

/** Returns the sandbox's variables, in which the services whose outage is tested have the addresses of the proxies. */
function outsideThrough({ services, mail, sandboxUrl }: Ways): Record<string, string> {
  const direct = outsideWorld({ url: sandboxUrl, smtpPort: mail.port });
  const proxied = /^(SP_API_URL|SP_API_NOTIFICATIONS_(URL|QUEUE)$|RETAIL_API_URL|LWA_TOKEN_URL)/;
  return Object.fromEntries(
    Object.entries(direct).map(([name, value]) => [
      name,
      proxied.test(name) ? value.replace(sandboxUrl, services.url) : value,
    ]),
  );
}

interface OpenedDatabase {
  readonly database: BreakableDatabase;
  readonly urls: Readonly<Record<string, string>>;
  superuserUrl(): string;
}

async function openDatabase(dataFolder: string, closers: (() => Promise<unknown>)[]): Promise<OpenedDatabase> {
  const secrets = secretsOf(dataFolder);
  const options = { dataFolder, durable: true, secrets };
  let embedded: EmbeddedDatabase = await openEmbeddedDatabase(options);
  const proxy = await openTcpProxy(embedded.port);
  const superuserUrl = (): string => {
    const address = { user: 'postgres', password: secrets.databasePasswords.postgres, port: embedded.port };
    return postgresUrl({ ...address, database: 'watchpost' });
  };
  const pids = async (): Promise<readonly number[]> => {
    const file = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n')[0]);
    return [postmaster, ...(await childrenOf(postmaster))];
  };
  const open = (): pg.Pool => {
    const pool = new pg.Pool({ connectionString: superuserUrl(), max: 2 });
    pool.on('error', () => undefined);
    return pool;
  };
  let superuser = open();
  closers.push(
    async () => embedded.postgres?.stop(),
    () => proxy.close(),
    async () => (superuser.ending ? undefined : superuser.end()),
  );
  const { ownerUrl, apiUrl, workerUrl } = embedded;
  return {
    superuserUrl,
    urls: {
      DATABASE_MIGRATE_URL: proxy.url(ownerUrl),
      DATABASE_URL: proxy.url(apiUrl),
      DATABASE_WORKER_URL: proxy.url(workerUrl),
    },
    database: {
      proxy,
      get superuser() {
        return superuser;
      },
      async stop() {
        await superuser.end();
        await embedded.postgres?.stop();
      },
      async start() {
        embedded = await openEmbeddedDatabase(options);
        proxy.leadTo(embedded.port);
        superuser = open();
      },
      async signal(signal) {
        for (const pid of await pids()) signalTo(pid, signal);
      },
      async kill() {
        const ends = superuser.end();
        const keeper = embedded.postgres?.pid;
        for (const pid of [...(keeper === undefined ? [] : [keeper]), ...(await pids())]) signalTo(pid, 'SIGKILL');
        await ends;
      },
    },
  };
}

/** Sends a signal to a process. Returns false if there is none: a backend may have ended since it was listed. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (codeOfError(error) !== 'ESRCH') throw error;
    return false;
  }
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return ppid === parent && pid !== undefined ? [pid] : [];
  });
}
