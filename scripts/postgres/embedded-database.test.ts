import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { superuserUrl, withClient } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';
import { isProcessAlive } from '../processes/processes.ts';
import { inRoot } from '../root.ts';
import { findRun, writeRun } from '../processes/run-file.ts';
import { secretsOf } from '../secrets.ts';

const folders: string[] = [];
const opened: EmbeddedDatabase[] = [];

/** Creates a folder that only the current user can enter. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-scripts-'));
  folders.push(folder);
  return folder;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

let prepared = '';

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'watchpost-scripts-'));
  const { postgres } = await openEmbeddedDatabase({ ...placeOf(prepared), durable: false });
  await postgres?.stop();
});

afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/** Creates a data folder whose database has been used before. Its files keep their owner, which may be another user. */
function usedFolder(name = 'data'): string {
  const folder = join(newFolder(), name);
  mkdirSync(folder);
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}

const placeOf = (dataFolder: string) => ({ dataFolder, secrets: secretsOf(dataFolder) });

async function open(dataFolder: string): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ ...placeOf(dataFolder), durable: false });
  opened.push(database);
  return database;
}

afterEach(async () => {
  for (const database of opened.splice(0)) {
    await database.postgres?.stop();
  }
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('secrets are created once, and only their owner can read them', () => {
  const folder = newFolder();

  const made = secretsOf(folder);

  expect(secretsOf(folder)).toEqual(made);
  expect(modeOf(join(folder, 'secrets.json'))).toBe(0o600);
});

test('an installation without keys for browser notifications gets them and keeps all other secrets', () => {
  const folder = newFolder();
  const { vapidKeys, ...earlier } = secretsOf(folder);
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(earlier));

  const completed = secretsOf(folder);

  expect(completed).toEqual({ ...earlier, vapidKeys: expect.not.objectContaining(vapidKeys) });
  expect(secretsOf(folder)).toEqual(completed);
  expect(modeOf(join(folder, 'secrets.json'))).toBe(0o600);
});

test('damaged secrets are reported in one line and not replaced', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'secrets.json'), '{');

  expect(() => secretsOf(folder)).toThrow(/^[^\n]*is damaged[^\n]*$/);
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{');
});

test('written data is available after a restart', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  await withClient(first.ownerUrl, (client) =>
    client.query('create schema kept; create table kept.numbers as select 7 as n'),
  );
  await first.postgres?.stop();

  const second = await open(folder);
  const { rows } = await withClient(second.ownerUrl, (client) => client.query('select n from kept.numbers'));

  expect(rows).toEqual([{ n: 7 }]);
});

test('a database starts in a folder that is closed to other users, with a space and an umlaut in its path', async () => {
  const folder = usedFolder('ein Ördner');

  const { ownerUrl } = await open(folder);

  const { rows } = await withClient(ownerUrl, (client) => client.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
  expect(modeOf(join(folder, '..'))).toBe(0o700);
  expect(modeOf(join(folder, 'postgres'))).toBe(0o700);
});

test('a second process uses the running database instead of starting one', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  writeRun(folder, { postgresPid: first.postgres?.pid ?? 0, postgresPort: first.port, environment: {} });

  const second = await open(folder);

  expect(second.postgres).toBeUndefined();
  expect(second.port).toBe(first.port);
});

test('a run file whose process has ended is ignored, even if its pid is reused', async () => {
  const folder = newFolder();
  writeRun(folder, { postgresPid: process.pid, postgresPort: 1, environment: {} });

  expect(await findRun(folder)).toBeNull();
});

test('a folder without a database is reported in one line with a remedy', async () => {
  const folder = usedFolder();
  const { postgres } = await open(folder);
  await postgres?.stop();
  rmSync(join(folder, 'postgres/PG_VERSION'));

  await expect(open(folder)).rejects.toThrow(
    /^The database in [^\n]+ does not start: [^\n]*move that folder away[^\n]*$/,
  );
});

test('a damaged database is reported in one line with a remedy', async () => {
  const folder = usedFolder();
  const { postgres } = await open(folder);
  await postgres?.stop();
  rmSync(join(folder, 'postgres/global/pg_control'));

  await expect(open(folder)).rejects.toThrow(
    /^The database in [^\n]+ does not start: [^\n]*\/postgres\/global\/pg_control[^\n]*$/,
  );
});

test('a database whose keeper process was killed is taken over', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  const server = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(first.postgres?.pid ?? 0, 'SIGKILL');
  opened.pop();

  const second = await open(folder);

  expect(isProcessAlive(server)).toBe(false);
  const ask = superuserUrl(second.port, secretsOf(folder).databasePasswords);
  expect((await withClient(ask, (client) => client.query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
});

test('the database ends when its parent is killed', async () => {
  const folder = usedFolder();
  const script = inRoot('scripts/testing/open-and-wait.ts');
  const parent = fork(script, [folder], { execArgv: [] });
  const [keeper] = await once(parent, 'message');

  parent.kill('SIGKILL');

  await expect.poll(() => isProcessAlive(Number(keeper))).toBe(false);
});
