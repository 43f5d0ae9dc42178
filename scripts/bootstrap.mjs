// Runs on whatever Node is there, before anything is installed; everything else runs on the Node that is installed here.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenOrphaned } from './orphaned.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = resolve(root, 'node_modules/.watchpost-lock');

/** Hands over to a script in TypeScript; its end is ours, and Ctrl-C is its to answer. */
export function handOver(script) {
  install();
  const child = spawn(modernNode(), [resolve(root, 'scripts', script), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** Installs what package-lock.json says unless exactly that is installed already. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(resolve(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) {
    return;
  }
  process.stdout.write('Installing the packages of package-lock.json, once …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('npm ci failed, see above; nothing was started.\n');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

/** Node 24 or newer: the one among the packages, else the one we run on. */
function modernNode() {
  const packaged = resolve(root, 'node_modules/.bin/node');
  if (existsSync(packaged)) {
    return packaged;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) {
    return process.execPath;
  }
  process.stderr.write('There is no packaged Node for this system: please install Node 24 or newer.\n');
  return process.exit(1);
}
