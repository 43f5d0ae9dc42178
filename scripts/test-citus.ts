import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, say } from './say.ts';
import { runVitest } from './test-run/test-runs.ts';

/**
 * Runs the feature tests and the isolation matrix on a cluster whose coordinator the argument names by the URL of its
 * superuser. The roles of the product get the passwords of tests there. Then it lists the statements that know their
 * tenant and yet ask more than one shard.
 */
await main(async () => {
  const [coordinatorUrl, ...files] = process.argv.slice(2);
  if (coordinatorUrl === undefined) throw new Error('Name the coordinator: npm run test:citus -- postgres://…');
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-citus-'));
  const spread = join(folder, 'spread.txt');
  const { count, failures } = await runVitest(
    [
      '--project',
      'features',
      '--project',
      'server',
      '--maxWorkers=2',
      ...(files.length > 0 ? files : ['server/src/features', 'server/testing/isolation']),
    ],
    {
      report: join(folder, 'report.json'),
      isTerminal: process.stdout.isTTY,
      environment: { CITUS: coordinatorUrl, CITUS_SPREAD: spread },
    },
  );
  if (failures !== '') say(failures);
  const statements = existsSync(spread) ? [...new Set(readFileSync(spread, 'utf8').trim().split('\n'))] : [];
  for (const statement of statements) say(statement);
  rmSync(folder, { recursive: true });
  say(`${count.passed} passed, ${count.failed} failed; ${statements.length} statements of one tenant ask more shards`);
  process.exitCode = count.failed === 0 && statements.length === 0 ? 0 : 1;
});
