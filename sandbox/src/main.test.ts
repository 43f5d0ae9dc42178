import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { portOf } from './http/listener.ts';

const children: ChildProcess[] = [];
const cacheDir = getCompileCacheDir();
/**
 * A shared compile cache halves the start time. Node adds a subfolder per version, so its parent folder is passed on.
 */
const NODE_COMPILE_CACHE = cacheDir && dirname(cacheDir);

afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

const program = new URL('main.ts', import.meta.url);
const usualVariables = { NODE_COMPILE_CACHE, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_LIFE: 'off' };

function start(variables: Record<string, string>): ChildProcess {
  const child = fork(program, { env: { ...usualVariables, ...variables }, silent: true, execArgv: [] });
  children.push(child);
  return child;
}

const outputOf = (stream: NodeJS.ReadableStream | null) => (stream ? text(stream) : Promise.resolve(''));
const ready = z.object({
  ready: z.literal(true),
  url: z.url(),
  smtpUrl: z.string(),
  smtpPort: z.number(),
  stripeUrl: z.url(),
});

async function whenReady(child: ChildProcess) {
  const [message] = await once(child, 'message');
  return ready.parse(message);
}

test('the sandbox sends its address to the parent process and prints nothing', async () => {
  const child = start({});
  const output = outputOf(child.stdout);
  const { url } = await whenReady(child);

  expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await output).toBe('');
});

test('a sandbox started by hand prints its address in one line', async () => {
  const child = spawn(process.execPath, [fileURLToPath(program)], { env: usualVariables });
  children.push(child);

  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');

  expect(line).toMatch(/^sandbox ready at http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('a port in use is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const port = portOf(other);
  const child = start({ SANDBOX_PORT: String(port) });
  const output = outputOf(child.stderr);

  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await output).toBe(
    `sandbox cannot start: port ${port} is in use; choose another with SANDBOX_PORT, SANDBOX_SMTP_PORT or SANDBOX_STRIPE_PORT\n`,
  );
});

test('an invalid variable is reported in one line', async () => {
  const child = start({ CHECK_SPEEDUP: 'fast' });
  const output = outputOf(child.stderr);

  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await output).toMatch(/^sandbox cannot start: CHECK_SPEEDUP: .*\n$/);
});
