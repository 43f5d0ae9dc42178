// Runs on whatever Node is there, before anything is installed; everything else runs on the Node that is installed here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { whenOrphaned } from './orphaned.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Hands over to a script in TypeScript; its end is ours, and Ctrl-C is its to answer. */
export function handOver(script) {
  const beganAt = Date.now();
  if (!installIfNeeded(root)) {
    process.stderr.write('npm ci failed, see above; nothing was started.\n');
    process.exit(1);
  }
  const child = spawn(modernNode(), [resolve(root, 'scripts', script), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Half of what it costs to start a process is to read TypeScript: what was read once is kept, for all of them.
      NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node'),
      ...process.env,
      WATCHPOST_BEGAN_AT: String(beganAt),
    },
  });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
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
