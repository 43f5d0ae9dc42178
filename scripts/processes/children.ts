import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../root.ts';
import { Refusal } from '../say.ts';

interface ChildOptions {
  /** The name of the process in error messages. */
  name: string;
  /** Path relative to the root folder of the project. */
  script: string;
  /** The root folder of another copy of the project. */
  folder?: string;
  args?: readonly string[];
  /** Command line options of Node.js for the process. */
  nodeOptions?: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** The file for the output of the process. Without it the process writes to the output of this one. */
  logFile?: string;
}

export interface Child {
  name: string;
  pid: number;
  /** The URL that the process has announced. */
  url: string;
  /** The URL of the payment provider that a sandbox has announced; empty for other processes. */
  stripeUrl: string;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  /** Asks the process to end and waits; after 15 s it is killed. */
  stop: () => Promise<void>;
  kill: () => void;
}

const STOP_WITHIN_MS = 15_000;

/** The compile cache of `scripts/install/bootstrap.mjs`, for scripts that are started without it, such as benches. */
const COMPILE_CACHE = inRoot('node_modules/.cache/node');

/**
 * Starts a process of the product and waits until it is ready. The process is detached, so that Ctrl-C does not reach
 * it and the processes can be ended in order. It ends by itself when this process dies.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const output = options.logFile === undefined ? 'inherit' : openLog(options.logFile);
  const folder = options.folder ?? inRoot();
  const child = fork(join(folder, options.script), options.args ?? [], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...options.environment },
    detached: true,
    execArgv: [...(options.nodeOptions ?? []), '--import', inRoot('scripts/processes/end-with-parent.ts')],
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (typeof output === 'number') {
    closeSync(output);
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const announced = await ready(child, options);
  const kill = () => void child.kill('SIGKILL');
  return { name: options.name, pid: child.pid ?? 0, ...announced, ended, stop: () => stop(child, ended), kill };
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'w');
}

function ready(child: ChildProcess, options: ChildOptions): Promise<Pick<Child, 'url' | 'stripeUrl'>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) {
        resolve({
          url: 'url' in message ? String(message.url) : '',
          stripeUrl: 'stripeUrl' in message ? String(message.stripeUrl) : '',
        });
      }
    });
    child.once('exit', (code) => reject(new Refusal(`${options.name} did not start (${code}). ${lastWords(options)}`)));
  });
}

function lastWords({ logFile }: ChildOptions): string {
  return logFile === undefined ? '' : readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(impatience);
}
