import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../../../../scripts/root.ts';
import { Refusal } from '../../../../scripts/say.ts';

const execute = promisify(execFile);

/** A release of the product: its files with their dependencies. */
export interface Program {
  readonly title: string;
  readonly folder: string;
}

export const presentProgram: Program = { title: 'this release', folder: inRoot() };

/**
 * Puts the files of an earlier commit into the folder; by default the commit before the newest migration. The packages
 * are those of this installation unless the lock file has changed since then.
 */
export async function takeEarlierProgram(folder: string, wanted?: string): Promise<Program> {
  const commit = await commitOf(wanted ?? (await beforeNewestMigration()));
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'program.tar');
  await git(['archive', '--output', archive, commit]);
  await execute('tar', ['-xf', archive, '-C', folder]);
  if ((await git(['diff', '--name-only', commit, '--', 'package-lock.json'])) === '') await linkPackages(folder);
  else await execute('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: folder });
  return { title: await git(['log', '-1', '--format=%h of %cs, “%s”', commit]), folder };
}

async function beforeNewestMigration(): Promise<string> {
  const added = await git(['log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations']);
  return `${added}^`;
}

const commitOf = (name: string): Promise<string> =>
  git(['rev-parse', '--verify', `${name}^{commit}`]).catch((cause: unknown) => {
    throw new Refusal('The release before is taken from the history of git: run this in a clone that has it.', {
      cause,
    });
  });

const git = async (words: readonly string[]): Promise<string> =>
  (await execute('git', [...words], { cwd: inRoot() })).stdout.trim();

/** Links the packages: our own from the folder, all others from this installation. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@app'), { recursive: true });
  for (const name of await readdir(inRoot('node_modules'))) {
    if (name !== '@app') await symlink(inRoot('node_modules', name), join(packages, name));
  }
  for (const name of ['shared', 'server']) await symlink(join(folder, name), join(packages, '@app', name));
}
