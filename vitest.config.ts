import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = '**/*.test.{ts,tsx}';
const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const features = `server/src/features/${tests}`;
const stateful = [`web/src/{lib,world}/${tests}`, 'web/src/*.test.ts'];

/** Tests of whole products, and others that take half a minute. */
const longRunning = /\/(?:bench|server\/test|isolation)\/|\/(?:worker|hostile-spreadsheets)\.test\.ts$/;
const rankOf = ({ moduleId }: TestSpecification): number => (longRunning.test(moduleId) ? 0 : 1);

/** Starts the files first that take longest. At the end one of them would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer's own method and returns a new array
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    // Tests wait for rows and answers; a test that waits longer than this has hung. With 40 processes ready to run on
    // two cores some tests took more than a minute.
    testTimeout: 240_000,
    // The limit for polling is slightly below the test's limit, so that a hanging test reports the last value. Vitest's
    // default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 230_000 } },
    hookTimeout: 240_000,
    unstubEnvs: true,
    // Modules are loaded once for all files, because they keep no state between tests. This saves a third of the time,
    // and three quarters for web. Files that keep state run isolated in the project `apart`.
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`shared/${tests}`, `sandbox/${tests}`, `web/${tests}`, '*.test.ts'],
          exclude: [...exclude, ...stateful],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: [...stateful, `scripts/${tests}`], exclude },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`server/${tests}`, `bench/${tests}`, `integrations/${tests}`],
          exclude: [...exclude, features],
          isolate: false,
          globalSetup: ['server/testing/database/postgres.ts'],
        },
      },
      {
        extends: true,
        // The feature tests are a separate project, so that they can run on another PostgreSQL version.
        test: {
          name: 'features',
          include: [features],
          exclude,
          isolate: false,
          globalSetup: ['server/testing/database/postgres.ts'],
          setupFiles: ['server/testing/database/count-tasks.ts'],
        },
      },
    ],
  },
});
