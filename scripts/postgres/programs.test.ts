import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { superuserUrl, withClient } from './database.ts';
import { freePort } from '../processes/ports.ts';
import { initialise, startServer } from './cluster.ts';
import { packageOf, placePrograms } from './programs.ts';
import type { Programs } from './programs.ts';
import { postgresUser } from './system-user.ts';

const user = await postgresUser();

function temporaryFolder(beginning: string): string {
  const folder = mkdtempSync(beginning);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Creates a folder that only the current user can enter. */
const closedFolder = (): string => temporaryFolder(join(tmpdir(), 'watchpost prögrams-'));

/** Creates a folder for copies that all users can enter. The system's temporary folder may be closed to others. */
function openFolder(): string {
  const folder = temporaryFolder('/var/tmp/watchpost-programs-');
  chmodSync(folder, 0o755);
  return folder;
}

/** Creates programs that only print a version, in a folder that only the current user can enter. */
function closedPrograms(): Programs {
  const folder = join(closedFolder(), 'native');
  mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o700 });
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\necho 18', { mode: 0o700 });
  }
  return { folder, user };
}

test.for(['18', '15'] as const)(
  'PostgreSQL %s runs from a closed folder, with a cluster in a closed folder',
  async (version) => {
    const closed = closedFolder();
    // The path of the package leads through the closed folder, because the package's own folder may be open to all
    // users.
    symlinkSync(packageOf(version), join(closed, 'package'));
    const reached = { folder: join(closed, 'package/native'), user };
    const programs = await placePrograms(reached, join(openFolder(), 'postgresql-18.0'));
    const options = { folder: join(closed, 'cluster'), password: 'test', version, durable: false };
    const port = await freePort();

    await initialise(options, programs);
    const server = startServer(options, programs, port);
    onTestFinished(server.stop);
    await server.ready;

    const passwords = { postgres: 'test', owner: '', api: '', worker: '' };
    const zone = "select timestamptz '2026-07-01 12:00 Europe/Berlin' = '2026-07-01 10:00 UTC' as summer";
    const { rows } = await withClient(superuserUrl(port, passwords), (client) => client.query(zone));
    expect(rows).toEqual([{ summer: true }]);
  },
);

test('programs that all users can run are not copied', async () => {
  const folder = join(openFolder(), 'native');
  cpSync(closedPrograms().folder, folder, { recursive: true });
  for (const path of ['.', 'bin', 'bin/postgres']) {
    chmodSync(join(folder, path), 0o755);
  }

  expect(await placePrograms({ folder, user }, join(openFolder(), 'postgresql-18.0'))).toEqual({ folder, user });
});

test.runIf(user !== null)('programs that other users cannot reach are copied once per version', async () => {
  const copies = openFolder();
  const packaged = closedPrograms();
  const first = await placePrograms(packaged, join(copies, 'postgresql-18.1'));
  const { ino } = statSync(first.folder);

  const second = await placePrograms(packaged, join(copies, 'postgresql-18.1'));

  expect(second).toEqual(first);
  expect(statSync(second.folder).ino).toBe(ino);
  const { stdout } = await promisify(execFile)(join(second.folder, 'bin/initdb'), { ...user, cwd: '/' });
  expect(stdout).toBe('18\n');
  expect(statSync(packaged.folder).mode & 0o777).toBe(0o700);
});

test.runIf(user !== null)('concurrent starts share one copy and leave no other files', async () => {
  const copy = join(openFolder(), 'postgresql-18.1');
  const packaged = closedPrograms();

  await Promise.all([1, 2, 3].map(() => placePrograms(packaged, copy)));

  expect(readdirSync(join(copy, '..'))).toEqual(['postgresql-18.1']);
});

test.runIf(user !== null)('a new copy replaces unused copies of other versions and interrupted ones', async () => {
  const copies = openFolder();
  for (const name of ['postgresql-18.1', 'postgresql-18.2', 'postgresql-18.2~999999999~a', 'postgresql-15.1']) {
    mkdirSync(join(copies, name, 'bin'), { recursive: true });
  }
  cpSync('/bin/sleep', join(copies, 'postgresql-18.1/bin/postgres'));
  const running = spawn(join(copies, 'postgresql-18.1/bin/postgres'), ['1000']);
  await once(running, 'spawn');
  onTestFinished(() => void running.kill('SIGKILL'));

  await placePrograms(closedPrograms(), join(copies, 'postgresql-18.3'));

  expect(readdirSync(copies).toSorted()).toEqual(['postgresql-15.1', 'postgresql-18.1', 'postgresql-18.3']);
});

test.runIf(user !== null)('a copy that does not run is reported in one line and not kept', async () => {
  const copies = openFolder();
  const packaged = closedPrograms();
  writeFileSync(join(packaged.folder, 'bin/initdb'), '#!/no/such/interpreter');

  await expect(placePrograms(packaged, join(copies, 'postgresql-18.1'))).rejects.toThrow(
    /^started by root[^\n]*ENOENT[^\n]*$/,
  );

  expect(existsSync(join(copies, 'postgresql-18.1'))).toBe(false);
  expect(readdirSync(copies)).toEqual([]);
});
