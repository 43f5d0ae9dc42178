import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { runChecks, testsOfRules } from './test-run/checks.ts';
import { createMemoryFolder, removeMemoryFolder } from './test-run/memory-folder.ts';
import { main, say } from './say.ts';
import type { Count } from './test-run/test-results.ts';
import { runPlaywright, runVitest } from './test-run/test-runs.ts';
import type { TestRun } from './test-run/test-runs.ts';
import { buildWebIfStale } from './start/web-build.ts';

const memoryFolder = process.env['TMPDIR'] === undefined ? createMemoryFolder() : null;
if (memoryFolder !== null) process.env['TMPDIR'] = memoryFolder;
const reports = mkdtempSync(join(tmpdir(), 'watchpost-reports-'));
const isTerminal = process.stdout.isTTY;
const total: Count = { passed: 0, failed: 0 };

await main(async () => {
  await part('checks', checks);
  // Two lines of tests run beside each other, because neither fills two cores: many tests wait for processes that they
  // have started, and the feature tests for PostgreSQL. Both lines take about the same time.
  await Promise.all([part('tests of server, benches and scripts', server), featuresAndRules()]);
  await part('build of the web application', build);
  await part('journeys in a browser', journeys);
  rmSync(reports, { recursive: true, force: true });
  if (memoryFolder !== null) removeMemoryFolder(memoryFolder);
  say(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

async function part(name: string, work: () => Promise<Count>): Promise<void> {
  if (isTerminal) say(`\n── ${name}`);
  const began = performance.now();
  const { passed, failed } = await work();
  total.passed += passed;
  total.failed += failed;
  say(`── ${name}: ${passed} passed, ${failed} failed (${((performance.now() - began) / 1000).toFixed(0)} s)`);
}

async function checks(): Promise<Count> {
  const { passed, failed } = await runChecks(testsOfRules);
  return { passed, failed: failed.length };
}

async function featuresAndRules(): Promise<void> {
  await part('feature tests, on PostgreSQL 15', features);
  await part('tests without a database', rules);
}

function server(): Promise<Count> {
  return vitest('server', ['--project', 'server', '--project', 'apart'], { version: '18', isTerminal });
}

/**
 * The SQL of the features runs on the oldest supported version. All other tests and the journeys, which use the same
 * SQL, run on the newest. The catalogue must be the same on both.
 */
function features(): Promise<Count> {
  const files = ['server/src/features', 'server/test/catalogue', 'server/test/schema'];
  // On a terminal the progress of the other tests is shown, so these print only at their end.
  const plan = { version: '15', isTerminal: false };
  return vitest('features', ['--project', 'features', '--project', 'server', ...files], plan);
}

function rules(): Promise<Count> {
  return vitest('rules', ['--project', 'rules'], { version: '18', isTerminal: false });
}

interface VitestPlan {
  readonly version: string;
  readonly isTerminal: boolean;
}

async function vitest(name: string, args: readonly string[], plan: VitestPlan): Promise<Count> {
  const report = join(reports, `${name}.json`);
  const environment = { POSTGRES: plan.version };
  return printFailures(await runVitest(args, { report, isTerminal: plan.isTerminal, environment }));
}

async function build(): Promise<Count> {
  return (await succeeds(buildWebIfStale)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function journeys(): Promise<Count> {
  if (!(await succeeds(findChromium))) {
    return { passed: 0, failed: 1 };
  }
  return printFailures(await runPlaywright([], { report: join(reports, 'journeys.json'), isTerminal }));
}

function printFailures({ count, failures }: TestRun): Count {
  if (failures !== '') say(`\n${failures}\n`);
  return count;
}

/** Reports a missing prerequisite once instead of in every test that needs it. */
async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}
