import { stripVTControlCharacters } from 'node:util';
import { colourVariables } from './colours.ts';
import { run } from './run.ts';
import { countOf, playwrightCount, playwrightFailures, readReport, vitestCount } from './test-results.ts';
import type { Count } from './test-results.ts';

export interface TestRun {
  count: Count;
  /** The output to print: empty when the tool has printed it to the terminal, or nothing failed. */
  failures: string;
}

interface RunPlan {
  /** The file for the tool's report in JSON. */
  report: string;
  /** A terminal shows the progress. Without one only the failures are of interest, after the run. */
  isTerminal: boolean;
  environment?: Readonly<Record<string, string>>;
}

/** The reporter `minimal` prints nothing about the tests that pass. */
export async function runVitest(args: readonly string[], plan: RunPlan): Promise<TestRun> {
  const { report, isTerminal, environment = {} } = plan;
  const reporters = [`--reporter=${isTerminal ? 'dot' : 'minimal'}`, '--reporter=json', `--outputFile.json=${report}`];
  const { ok, output } = await run(['vitest', 'run', ...args, ...reporters], { aloud: isTerminal, environment });
  const count = countOf(report, vitestCount, ok);
  return { count, failures: count.failed === 0 ? '' : output.trim() };
}

/** Playwright has no such reporter: without a terminal the failures are printed from its report. */
export async function runPlaywright(args: readonly string[], plan: RunPlan): Promise<TestRun> {
  const { report, isTerminal, environment = {} } = plan;
  const { ok, output } = await run(['playwright', 'test', ...args, '--reporter=line,json'], {
    aloud: isTerminal,
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const count = countOf(report, playwrightCount, ok);
  const failures = count.failed === 0 || isTerminal ? '' : readReport(report, playwrightFailures) || output;
  // Its report has colours whatever the variables say.
  const isColoured = colourVariables(process.env, isTerminal)['NO_COLOR'] === undefined;
  return { count, failures: (isColoured ? failures : stripVTControlCharacters(failures)).trim() };
}
