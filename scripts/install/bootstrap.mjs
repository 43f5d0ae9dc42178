// Runs on any Node version, and before the packages are installed. All other scripts run on the packaged Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { whenOrphaned } from './when-orphaned.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commands that also run where the development packages are missing. */
const productionCommands = ['api', 'worker', 'migrate', 'admin'];

/** Runs a TypeScript script and exits with its code. Ctrl-C is handled by that script. */
export function handOver(script) {
  const beganAt = Date.now();
  const isProduction = script === 'start.ts' && productionCommands.includes(process.argv[2]);
  if (!installIfNeeded(root, { isProduction })) {
    process.stderr.write('npm ci failed, see above; nothing was started.\n');
    process.exit(1);
  }
  const child = spawn(modernNode(), [resolve(root, 'scripts', script), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Reading TypeScript takes half of the start time of a process, so all processes share a compile cache.
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

/** Returns the packaged Node 24, or the current one if it is new enough. */
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
