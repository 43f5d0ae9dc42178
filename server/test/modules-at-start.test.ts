import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Libraries that a process loads when it first needs them, because most processes start without that need. */
const onDemand = [
  '@aws-sdk/client-sqs',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  'hucre',
  'nodemailer',
  'stripe',
  'web-push',
];

const ofWorkers = ['@aws-sdk/client-sqs', 'hucre', 'nodemailer', 'stripe', 'web-push'];

/** Prints the packages that a file loads with everything that it imports, and then those with all that is declared. */
const listPackages = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  const [, start, onDemand] = process.argv;
  await import(start);
  const atStart = [...packages];
  const { loadDeclared } = await import(onDemand);
  await loadDeclared();
  process.stdout.write(JSON.stringify({ atStart, later: [...packages] }));
  process.exit(0);
`;

const urlOf = (file: string) => new URL(`../src/${file}`, import.meta.url).href;

test.each([
  ['API', 'run-api.ts', onDemand],
  ['worker', 'run-worker.ts', ofWorkers],
])('the %s starts without the libraries that it loads on demand', async (_role, file, expected) => {
  const files = [urlOf(file), urlOf('lib/on-demand.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', listPackages, ...files]);
  const { atStart, later } = JSON.parse(stdout) as { atStart: readonly string[]; later: readonly string[] };

  expect(atStart).toContain('kysely');
  expect(atStart.filter((name) => onDemand.includes(name))).toEqual([]);
  expect(later).toEqual(expect.arrayContaining(expected));
});
