import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inRoot } from '../root.ts';
import { runPlaywright, runVitest } from './test-runs.ts';

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('FORCE_COLOR', '');
});

/**
 * Creates a folder with these files, each given as its lines. Tests in the folder can import the project's packages.
 */
function folderOf(files: Readonly<Record<string, readonly string[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-fixture-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'tests'));
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, 'tests', name), lines.join('\n'));
  return folder;
}

const planIn = (folder: string) => ({ report: join(folder, 'report.json'), isTerminal: false });

const escape = '\u001B';

const passes = "test('the sum is right', () => expect(1 + 1).toBe(2));";
const fails = "test('the product is right', () => expect({ product: 3 }).toEqual({ product: 2 }));";

function vitestFolder(files: Readonly<Record<string, readonly string[]>>): string {
  const head = "import { expect, test } from 'vitest';";
  return folderOf(Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, [head, ...lines]])));
}

test('without a terminal vitest prints each failed file with its errors, without colours', async () => {
  const folder = vitestFolder({
    'sums.test.ts': [passes],
    'products.test.ts': [passes, fails],
    'broken.test.ts': ["throw new Error('This file does not load');"],
  });

  const { count, failures } = await runVitest(['--root', folder], planIn(folder));

  expect(count).toEqual({ passed: 2, failed: 2 });
  expect(failures).toMatch(/^ ❯ tests\/products\.test\.ts \(2 tests \| 1 failed\)/m);
  expect(failures).toContain('-   "product": 2,\n+   "product": 3,');
  expect(failures).toContain('Error: This file does not load');
  expect(failures).not.toMatch(/sums\.test\.ts|✓|^·/m);
  expect(failures).not.toContain(escape);
});

test('FORCE_COLOR colours the failures without a terminal', async () => {
  vi.stubEnv('FORCE_COLOR', '1');
  const folder = vitestFolder({ 'products.test.ts': [fails] });

  const { failures } = await runVitest(['--root', folder], planIn(folder));

  expect(failures).toContain(escape);
});

test('without a terminal vitest prints nothing if all tests pass', async () => {
  const folder = vitestFolder({ 'sums.test.ts': ["console.log('a sum');", passes] });

  const run = await runVitest(['--root', folder], planIn(folder));

  expect(run).toEqual({ count: { passed: 1, failed: 0 }, failures: '' });
});

function playwrightFolder(files: Readonly<Record<string, readonly string[]>>): string {
  const head = "import { expect, test } from '@playwright/test';";
  const config = "export default { testDir: '.', outputDir: 'results', workers: 1 };";
  const tests = Object.entries(files).map(([name, lines]) => [name, [head, ...lines]] as const);
  return folderOf({ 'playwright.config.ts': [config], ...Object.fromEntries(tests) });
}

const inFolder = (folder: string): readonly string[] => ['--config', join(folder, 'tests')];

test('without a terminal playwright prints each failed file with its errors, without colours', async () => {
  const folder = playwrightFolder({
    'additions.spec.ts': [passes],
    'products.spec.ts': [passes, `test.describe('Numbers', () => { ${fails} });`],
  });

  const { count, failures } = await runPlaywright(inFolder(folder), planIn(folder));

  expect(count).toEqual({ passed: 2, failed: 1 });
  expect(failures).toMatch(/^✗ products\.spec\.ts: 1 failed\n\nproducts\.spec\.ts:3 the product is right\nError: /);
  expect(failures).toContain('-   "product": 2,\n+   "product": 3,');
  expect(failures).not.toMatch(/additions\.spec\.ts|\[1\/3\]/);
  expect(failures).not.toContain(escape);
});

test('without a terminal playwright prints the clues that a failed journey attaches', async () => {
  const attaches =
    "test('clues', async ({}, info) => { await info.attach('clues', { body: 'Log: no mail' }); expect(1).toBe(2); });";
  const folder = playwrightFolder({ 'products.spec.ts': [attaches] });

  const { failures } = await runPlaywright(inFolder(folder), planIn(folder));

  expect(failures).toMatch(/^Log: no mail$/m);
});

test('without a terminal playwright prints why a file does not load', async () => {
  const folder = playwrightFolder({
    'broken.spec.ts': ["throw new Error('This file does not load');"],
    'additions.spec.ts': [passes],
  });

  const { count, failures } = await runPlaywright(inFolder(folder), planIn(folder));

  expect(count).toEqual({ passed: 0, failed: 1 });
  expect(failures).toMatch(/^Error: This file does not load\n/);
});
