import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/processes/ports.ts';
import { testDatabase } from '../testing/database/database.ts';
import { openTcpProxy } from '../testing/database/tcp-proxy.ts';

const database = testDatabase();
const main = join(import.meta.dirname, '../src/main.ts');

interface Outcome {
  readonly code: number | null;
  readonly said: string;
}

function start(role: readonly string[], environment: Record<string, string> = {}) {
  const child = fork(main, role, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      // Reading TypeScript takes half of the start time.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATABASE_URL: database.apiUrl,
      DATABASE_WORKER_URL: database.workerUrl,
      DATABASE_MIGRATE_URL: database.ownerUrl,
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      ...environment,
    },
  });
  const said = Promise.all([child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')));
  const ended = once(child, 'exit').then(async ([code]): Promise<Outcome> => ({
    code: code as number | null,
    said: (await said).join(''),
  }));
  const ready = once(child, 'message').then(([message]) => message as { ready: boolean; url: string });
  return { child, ended, ready };
}

test.each([[['api']], [['worker']], [[]]])(
  'the role %o announces that it is ready, and shuts down in order',
  async (role) => {
    const { child, ended, ready } = start(role);

    const { url } = await ready;
    const isApi = role[0] !== 'worker';
    expect(url).toMatch(isApi ? /^http:\/\/127\.0\.0\.1:\d+$/ : /^$/);
    const readiness = isApi ? (await fetch(`${url}/readyz`)).status : null;
    child.kill('SIGTERM');

    expect(readiness).toBe(isApi ? 200 : null);
    expect(await ended).toEqual({ code: 0, said: '' });
  },
);

test('a process that is killed leaves its compiled modules to the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-compiled-'));
  const { child, ended, ready } = start(['worker'], { NODE_COMPILE_CACHE: folder });

  await ready;
  child.kill('SIGKILL');
  await ended;

  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(100);
  rmSync(folder, { recursive: true });
});

test.each([
  { role: 'api', port: 'PORT' },
  { role: 'worker', port: 'WORKER_PORT' },
])(
  'the role $role waits for a database that is away, and comes up by itself when it answers',
  async ({ role, port }) => {
    const proxy = await openTcpProxy(Number(new URL(database.apiUrl).port));
    proxy.refuse();
    const own = await freePort();
    const { child, ended, ready } = start([role], {
      [port]: String(own),
      DATABASE_URL: proxy.url(database.apiUrl),
      DATABASE_WORKER_URL: proxy.url(database.workerUrl),
    });
    const readiness = () =>
      fetch(`http://127.0.0.1:${own}/readyz`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(readiness).toBe(503);

    proxy.restore();
    await ready;

    expect(await readiness()).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, said: '' });
    await proxy.close();
  },
);

test('a command of an operator connects as the worker only', async () => {
  const { ended } = start(['admin', 'packages'], { DATABASE_URL: '', DATABASE_MIGRATE_URL: '' });

  expect(await ended).toMatchObject({ code: 0, said: expect.stringContaining('standard') });
});

test('migrating an up-to-date database changes nothing and exits', async () => {
  const { ended } = start(['migrate']);

  expect(await ended).toEqual({ code: 0, said: '' });
});

test.each([
  { what: 'an unknown role', role: 'nonsense', environment: {}, line: /^There is no role “nonsense”/ },
  {
    what: 'a missing variable',
    environment: { ENCRYPTION_KEYS: '' },
    line: /^The configuration is not complete. ENCRYPTION_KEYS/,
  },
  {
    what: 'a key that is too short',
    environment: { ENCRYPTION_KEYS: 'k1:c2hvcnQ=' },
    line: /^ENCRYPTION_KEYS must be/,
  },
  {
    what: 'a stand-in in production',
    environment: { NODE_ENV: 'production', SANDBOX: 'on' },
    line: /^Not started in production: SANDBOX/,
  },
  {
    what: 'a login that the database does not know',
    environment: { DATABASE_URL: database.apiUrl.replace(/\/\/\w+/, '//nobody') },
    line: /^The database is not available.*DATABASE_URL/,
  },
  {
    what: 'a login of a worker that the database does not know',
    role: 'worker',
    environment: { DATABASE_WORKER_URL: database.workerUrl.replace(/\/\/\w+/, '//nobody') },
    line: /^The database is not available.*DATABASE_WORKER_URL/,
  },
  {
    what: 'an address that this machine has not',
    environment: { HOST: '192.0.2.1' },
    line: /^Nothing can listen at 192\.0\.2\.1 \(EADDRNOTAVAIL\): choose another address with HOST=…\.$/,
  },
  {
    what: 'a role that was not created before the tables',
    role: 'migrate',
    environment: { DATABASE_URL: database.apiUrl.replace(/\/\/\w+/, '//nobody') },
    line: /^The database has no role “nobody”.*docs\/operating\.md/,
  },
  {
    what: 'a role that may not make tables',
    role: 'migrate',
    environment: { DATABASE_MIGRATE_URL: database.apiUrl },
    line: /^The role “watchpost_api” may not make tables in this database.*DATABASE_MIGRATE_URL/,
  },
  {
    what: 'no database to migrate',
    role: 'migrate',
    environment: { DATABASE_MIGRATE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    line: /^The database is not available.*DATABASE_MIGRATE_URL/,
  },
])('$what gives one clear line', async ({ role = 'api', environment, line }) => {
  const { code, said } = await start([role], environment).ended;

  expect(said.trim().split('\n')).toEqual([expect.stringMatching(line)]);
  expect(code).toBe(1);
});

test('a port in use gives one clear line', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;

  const { code, said } = await start(['api'], { PORT: String(port) }).ended;

  expect(said.trim()).toBe(`Port ${port} is in use: choose another with PORT=….`);
  expect(code).toBe(1);
  taken.close();
});
