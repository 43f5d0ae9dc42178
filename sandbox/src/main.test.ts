import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

const children: ChildProcess[] = [];
const cacheDir = getCompileCacheDir();
/** Half of a start is to read TypeScript; each version of Node has a folder of its own there. */
const NODE_COMPILE_CACHE = cacheDir && dirname(cacheDir);

afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

function start(variables: Record<string, string>): ChildProcess {
  const env = { NODE_COMPILE_CACHE, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_LIFE: 'off', ...variables };
  const child = fork(new URL('main.ts', import.meta.url), { env, silent: true, execArgv: [] });
  children.push(child);
  return child;
}

const outputOf = (stream: NodeJS.ReadableStream | null) => (stream ? text(stream) : Promise.resolve(''));
const ready = z.object({ ready: z.literal(true), url: z.url(), smtpUrl: z.string(), smtpPort: z.number() });

async function whenReady(child: ChildProcess) {
  const [message] = await once(child, 'message');
  return ready.parse(message);
}

test('a parent process is told where the sandbox is, and one line says so', async () => {
  const child = start({});
  const output = outputOf(child.stdout);
  const { url } = await whenReady(child);

  expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await output).toBe(`sandbox ready at ${url}\n`);
});

test('a port in use gives one clear line', async () => {
  const { url } = await whenReady(start({}));
  const second = start({ SANDBOX_PORT: new URL(url).port });
  const output = outputOf(second.stderr);

  expect(await once(second, 'exit')).toEqual([1, null]);
  expect(await output).toBe(
    `sandbox cannot start: port ${new URL(url).port} is in use; choose another with SANDBOX_PORT or SANDBOX_SMTP_PORT\n`,
  );
});

test('a wrong variable gives one clear line', async () => {
  const child = start({ CHECK_SPEEDUP: 'fast' });
  const output = outputOf(child.stderr);

  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await output).toMatch(/^sandbox cannot start: CHECK_SPEEDUP: .*\n$/);
});
