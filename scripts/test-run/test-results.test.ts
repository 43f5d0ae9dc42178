import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countOf, playwrightCount, vitestCount } from './test-results.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test('a test file that does not load counts as one failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('failed'), file('failed', 'failed', 'passed'), file('passed', 'passed')],
  };

  expect(vitestCount(report)).toEqual({ passed: 2, failed: 2 });
});

test('a journey that passes only on a retry counts as failed', () => {
  expect(playwrightCount({ stats: { expected: 3, unexpected: 0, flaky: 1 }, suites: [], errors: [] })).toEqual({
    passed: 3,
    failed: 1,
  });
});

test('a part without a report, or one that failed with an empty report, counts as a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, 'report.json');
  writeFileSync(report, JSON.stringify({ numPassedTests: 4, numFailedTests: 0, testResults: [] }));

  expect(countOf(join(folder, 'absent.json'), vitestCount, true)).toEqual({ passed: 0, failed: 1 });
  expect(countOf(report, vitestCount, false)).toEqual({ passed: 4, failed: 1 });
  expect(countOf(report, vitestCount, true)).toEqual({ passed: 4, failed: 0 });
});
