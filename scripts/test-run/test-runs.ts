import { stripVTControlCharacters } from 'node:util';
import { colourVariables } from '../colours.ts';
import { run } from '../processes/run.ts';
import { countOf, playwrightCount, playwrightFailures, readReport, vitestCount } from './test-results.ts';
import type { Count } from './test-results.ts';

export interface TestRun {
  count: Count;
  /** The output to print; empty if the tool has printed it to the terminal, or if nothing failed. */
  failures: string;
}

interface RunPlan {
  /** The file for the JSON report of the tool. */
  report: string;
  /** Whether the output is a terminal, which shows progress. Otherwise only failures are printed, after the run. */
  isTerminal: boolean;
  environment?: Readonly<Record<string, string>>;
}

/** Runs Vitest. Without a terminal the reporter `minimal` is used, which prints nothing about passing tests. */
export async function runVitest(args: readonly string[], plan: RunPlan): Promise<TestRun> {
  const { report, isTerminal, environment = {} } = plan;
  const reporters = [`--reporter=${isTerminal ? 'dot' : 'minimal'}`, '--reporter=json', `--outputFile.json=${report}`];
  const { ok, output } = await run(['vitest', 'run', ...args, ...reporters], { aloud: isTerminal, environment });
  const count = countOf(report, vitestCount, ok);
  return { count, failures: count.failed === 0 ? '' : output.trim() };
}

/**
 * Runs Playwright, which has no reporter for failures only. Without a terminal the failures are printed from its
 * report.
 */
export async function runPlaywright(args: readonly string[], plan: RunPlan): Promise<TestRun> {
  const { report, isTerminal, environment = {} } = plan;
  const { ok, output } = await run(['playwright', 'test', ...args, '--reporter=line,json'], {
    aloud: isTerminal,
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const count = countOf(report, playwrightCount, ok);
  const failures = count.failed === 0 || isTerminal ? '' : readReport(report, playwrightFailures) || output;
  // Playwright's report contains colours whatever the environment variables say.
  const isColoured = colourVariables(process.env, isTerminal)['NO_COLOR'] === undefined;
  return { count, failures: (isColoured ? failures : stripVTControlCharacters(failures)).trim() };
}
