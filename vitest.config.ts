import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = '**/*.test.{ts,tsx}';
const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const features = `server/src/features/${tests}`;
const stateful = `web/src/{lib,world}/${tests}`;

const wholeProducts = /\/(?:bench|server\/test)\//;
const rankOf = ({ moduleId }: TestSpecification): number => (wholeProducts.test(moduleId) ? 0 : 1);

/** Tests that start whole products take longest and mostly wait. Started last, they would run alone at the end. */
class WholeProductsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer's own method and returns a new array
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WholeProductsFirst },
    maxWorkers: 2,
    // A test waits for a row or an answer; one that waits longer than this has hung. With 25 processes ready to run on
    // two cores some tests took more than 20 s.
    testTimeout: 60_000,
    // A little less, so that a test that hangs shows the last value it saw. Vitest's own second is short on a busy machine.
    expect: { poll: { timeout: 55_000 } },
    hookTimeout: 60_000,
    unstubEnvs: true,
    // Modules keep nothing between two tests, so that each is loaded once for all files and not once for each: it saves
    // a third of their time, of the page's parts three quarters. What the page's own state lives in is tried apart.
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`shared/${tests}`, `sandbox/${tests}`, `web/${tests}`, '*.test.ts'],
          exclude: [...exclude, stateful],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: [stateful, `scripts/${tests}`], exclude },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`server/${tests}`, `bench/${tests}`],
          exclude: [...exclude, features],
          isolate: false,
          globalSetup: ['server/testing/database/postgres.ts'],
        },
      },
      {
        extends: true,
        // Apart, so that they can be run on another PostgreSQL than the rest.
        test: {
          name: 'features',
          include: [features],
          exclude,
          isolate: false,
          globalSetup: ['server/testing/database/postgres.ts'],
        },
      },
    ],
  },
});
