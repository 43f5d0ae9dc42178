import { spawn } from 'node:child_process';
import { colourVariables } from './colours.ts';
import { inRoot } from './root.ts';

export interface Ran {
  ok: boolean;
  /** What it printed; empty when it printed straight to the terminal. */
  output: string;
}

export interface RunOptions {
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether it prints straight to the terminal. */
  aloud?: boolean;
}

/** Runs a tool of node_modules/.bin, or `node`, in the project's root. */
export function run(command: readonly string[], { environment = {}, aloud = false }: RunOptions = {}): Promise<Ran> {
  const [tool = '', ...args] = command;
  const child = spawn(tool === 'node' ? process.execPath : inRoot('node_modules/.bin', tool), args, {
    cwd: inRoot(),
    // The tools' own `#!/usr/bin/env node` must find the Node of the packages.
    env: {
      ...process.env,
      ...colourVariables(process.env, process.stdout.isTTY),
      PATH: `${inRoot('node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      ...environment,
    },
    stdio: aloud ? 'inherit' : 'pipe',
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
