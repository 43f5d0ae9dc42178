import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';
import { freePort } from './processes/ports.ts';
import { run } from './processes/run.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a port in use gives one clear line', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const environment = { WATCHPOST_DATA_DIR: emptyFolder(), PORT: String(port) };

  const { ok, output } = await run(['node', 'scripts/start.ts'], { environment });

  expect(ok).toBe(false);
  expect(output).toBe(`Port ${port} is in use: end what listens there, or choose another with PORT=….\n`);
});

test('an empty variable is not set', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const environment = { WATCHPOST_DATA_DIR: emptyFolder(), PORT: String(port), SANDBOX_PORT: '', CHECK_SPEEDUP: ' ' };

  const { output } = await run(['node', 'scripts/start.ts'], { environment });

  expect(output).toContain(`Port ${port} is in use`);
});

test.each([
  [['worker'], 'DATABASE_URL'],
  [['admin', 'packages'], 'DATABASE_WORKER_URL'],
])('%o without a database to work on gives one clear line', async (role, variable) => {
  const environment = { WATCHPOST_DATA_DIR: emptyFolder(), DATABASE_URL: '' };

  const { ok, output } = await run(['node', 'scripts/start.ts', ...role], { environment });

  expect(ok).toBe(false);
  expect(output).toMatch(
    new RegExp(`^No database: nothing runs on [^\\n]+ \\(npm start does\\), and ${variable} is not set\\.\\n$`),
  );
});

test('a command with the address of a database does not ask for a running start', async () => {
  const environment = { WATCHPOST_DATA_DIR: emptyFolder(), DATABASE_URL: '', ENCRYPTION_KEYS: '' };
  const outside = { ...environment, DATABASE_WORKER_URL: 'postgres://worker@127.0.0.1:1/none' };

  const { output } = await run(['node', 'scripts/start.ts', 'admin', 'packages'], { environment: outside });

  expect(output).toBe('The configuration is not complete. ENCRYPTION_KEYS must be set. See .env.example\n');
});

test('a command that does not exist gives one clear line', async () => {
  const { ok, output } = await run(['node', 'scripts/start.ts', 'everything']);

  expect(ok).toBe(false);
  expect(output).toBe('There is no “everything”: npm start [-- api | worker | migrate | admin]\n');
});

test('a missing browser gives one clear line', async () => {
  vi.stubEnv('CHROME_PATH', '/no/such/browser');

  await expect(findChromium()).rejects.toThrow(/^No browser: [^\n]+$/);
});
