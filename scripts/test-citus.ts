import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareClusterRoles } from '../server/testing/database/cluster-database.ts';
import { findChromium } from './chromium.ts';
import { main, say } from './say.ts';
import { buildWebIfStale } from './start/web-build.ts';
import { runPlaywright, runVitest, type TestRun } from './test-run/test-runs.ts';

/**
 * Runs the feature tests, the isolation matrix and the journeys on a Citus cluster. The first argument is the URL of
 * the superuser on its coordinator; further arguments name the files to run. The product's roles get the passwords of
 * tests on the cluster. At the end the script lists the statements that know their tenant and still query more than one
 * shard.
 */
await main(async () => {
  const [coordinatorUrl, ...files] = process.argv.slice(2);
  if (coordinatorUrl === undefined) throw new Error('Name the coordinator: npm run test:citus -- postgres://…');
  await prepareClusterRoles(coordinatorUrl);
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-citus-'));
  const spread = join(folder, 'spread.txt');
  const environment = { CITUS: coordinatorUrl, CITUS_SPREAD: spread };
  const isTerminal = process.stdout.isTTY;
  const [journeys, tests] = [files.filter(isJourney), files.filter((file) => !isJourney(file))];
  const isWhole = files.length === 0;
  const total = { passed: 0, failed: 0 };
  const part = async (name: string, run: () => Promise<TestRun>): Promise<void> => {
    const { count, failures } = await run();
    if (failures !== '') say(failures);
    say(`── ${name}: ${count.passed} passed, ${count.failed} failed`);
    total.passed += count.passed;
    total.failed += count.failed;
  };

  if (isWhole || tests.length > 0) {
    const given = isWhole ? ['server/src/features', 'server/testing/isolation'] : tests;
    await part('feature tests and the isolation matrix', () =>
      runVitest(['--project', 'features', '--project', 'server', '--maxWorkers=2', ...given], {
        report: join(folder, 'report.json'),
        isTerminal,
        environment,
      }),
    );
  }
  if (isWhole || journeys.length > 0) {
    await buildWebIfStale();
    await findChromium();
    await part('journeys in a browser', () =>
      runPlaywright(['--workers=2', ...journeys], { report: join(folder, 'journeys.json'), isTerminal, environment }),
    );
  }
  const statements = existsSync(spread) ? [...new Set(readFileSync(spread, 'utf8').trim().split('\n'))] : [];
  for (const statement of statements) say(statement);
  rmSync(folder, { recursive: true });
  say(`${total.passed} passed, ${total.failed} failed; ${statements.length} statements of one tenant ask more shards`);
  process.exitCode = total.failed === 0 && statements.length === 0 ? 0 : 1;
});

function isJourney(file: string): boolean {
  return file.startsWith('e2e/') || file.endsWith('.spec.ts');
}
