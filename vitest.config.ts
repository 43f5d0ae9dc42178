import { defineConfig } from 'vitest/config';

const tests = '**/*.test.{ts,tsx}';
const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const features = `server/src/features/${tests}`;

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A test waits for a row or an answer; one that waits longer than this has hung.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`shared/${tests}`, `sandbox/${tests}`, '*.test.ts'],
          exclude,
          // No module here keeps anything between two tests, so that each is loaded once for all files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: [`web/${tests}`, `scripts/${tests}`], exclude },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`server/${tests}`, `bench/${tests}`],
          exclude: [...exclude, features],
          globalSetup: ['server/test/postgres.ts'],
        },
      },
      {
        extends: true,
        // Apart, so that they can be run on another PostgreSQL than the rest.
        test: { name: 'features', include: [features], exclude, globalSetup: ['server/test/postgres.ts'] },
      },
    ],
  },
});
