import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Installs the packages of package-lock.json unless exactly these are installed. Returns false when npm failed.
 *
 * @param isProduction whether development packages may be missing. Installing them would remove all packages for a
 * while, also those that running processes use.
 */
export function installIfNeeded(root, { isProduction = false } = {}) {
  const stamp = resolve(root, 'node_modules/.watchpost-lock');
  const lock = readFileSync(resolve(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) {
    return true;
  }
  const { packages } = JSON.parse(lock.toString());
  if (isProduction && isInstalled(root, withoutDevelopment(packages))) {
    return true;
  }
  if (!isInstalled(root, packages) && !install(root)) {
    return false;
  }
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Returns whether npm's record of installed packages matches the lock file, as it does if someone has already run npm.
 */
function isInstalled(root, packages) {
  const note = resolve(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) {
    return false;
  }
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const wanted = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  return wanted.every(([path, { version, link, optional }]) => {
    const found = installed[path];
    return found === undefined ? optional === true : link === true || found.version === version;
  });
}

const withoutDevelopment = (packages) => Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => !dev));

function install(root) {
  process.stdout.write('Installing the packages of package-lock.json, once …\n');
  const ownCache = resolve(root, '.cache/npm');
  const cache = canWriteNpmCache() ? [] : ['--cache', ownCache];
  const { status } = runNpm(['ci', '--no-audit', '--no-fund', ...cache], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(ownCache, { recursive: true, force: true });
  return status === 0;
}

/** Returns whether npm can write to its cache in the home folder. Without its cache npm installs nothing. */
function canWriteNpmCache() {
  const { stdout } = runNpm(['config', 'get', 'cache'], { encoding: 'utf8' });
  const folder = resolve(stdout.trim(), '_cacache/tmp');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function runNpm(args, options) {
  return spawnSync('npm', args, { shell: process.platform === 'win32', ...options });
}
