import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '../root.ts';

/** Creates a project whose only package is a local archive. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'only', version: '1.0.0' }));
  execFileSync('tar', ['-czf', 'only.tgz', 'package'], { cwd: folder });
  const manifest = { name: 'project', version: '1.0.0', dependencies: { only: 'file:only.tgz' } };
  const packages = { '': manifest, 'node_modules/only': { version: '1.0.0', resolved: 'file:only.tgz' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
  return folder;
}

function install(project: string, environment: Readonly<Record<string, string>> = {}, isProduction = false): void {
  const call = `installIfNeeded('${project}', { isProduction: ${isProduction} })`;
  const script = `import { installIfNeeded } from './scripts/install/install.mjs'; process.exit(${call} ? 0 : 1)`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: inRoot(),
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
}

test('packages are installed even if the home folder is read-only', () => {
  const project = newProject();

  install(project, { HOME: '/dev/null', npm_config_cache: '/dev/null/npm' });

  expect(existsSync(join(project, 'node_modules/only/package.json'))).toBe(true);
  expect(readdirSync(join(project, '.cache'))).toEqual([]);
});

test('the commands of production leave an installation without packages of development as it is, and the others complete it', () => {
  const project = newProject();
  install(project);
  const lockFile = join(project, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  // Besides the installed package, the lock file lists a development package that is not installed.
  lock.packages['node_modules/tool'] = { version: '1.0.0', resolved: 'file:only.tgz', dev: true };
  lock.packages[''].devDependencies = { tool: 'file:only.tgz' };
  writeFileSync(lockFile, JSON.stringify(lock));
  writeFileSync(join(project, 'package.json'), JSON.stringify(lock.packages['']));
  const kept = join(project, 'node_modules/only/kept');
  writeFileSync(kept, '');

  install(project, {}, true);
  expect(existsSync(kept)).toBe(true);
  install(project);
  expect(existsSync(kept)).toBe(false);
});
