import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

export interface Count {
  passed: number;
  failed: number;
}

const vitestShape = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const playwrightShape = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** A file that fails outside its tests, by not loading, counts as one failure. */
export function vitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = vitestShape.parse(report);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A journey that passes only when tried again has failed. */
export function playwrightCount(report: unknown): Count {
  const { stats, errors } = playwrightShape.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Reads a report; a part that ended badly counts as failed even where its report shows nothing. */
export function countOf(file: string, count: (report: unknown) => Count, ok: boolean): Count {
  try {
    const found = count(JSON.parse(readFileSync(file, 'utf8')));
    return ok || found.failed > 0 ? found : { ...found, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
