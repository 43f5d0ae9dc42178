import { spawn } from 'node:child_process';
import { colourVariables } from '../colours.ts';
import { inRoot } from '../root.ts';

interface RunResult {
  ok: boolean;
  /** The output of the program; empty if it was printed to the terminal. */
  output: string;
}

interface RunOptions {
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether the program prints directly to the terminal. */
  aloud?: boolean;
}

/** Runs a tool of node_modules/.bin, or `node`, in the root folder of the project. */
export function run(
  command: readonly string[],
  { environment = {}, aloud = false }: RunOptions = {},
): Promise<RunResult> {
  const [tool = '', ...args] = command;
  const child = spawn(tool === 'node' ? process.execPath : inRoot('node_modules/.bin', tool), args, {
    cwd: inRoot(),
    // The `#!/usr/bin/env node` of the tools must find the packaged Node.
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
