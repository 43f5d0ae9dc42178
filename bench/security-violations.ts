import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../scripts/root.ts';
import type { NamedTest } from '../server/testing/security/requirement.ts';
import { say } from './lib/figures.ts';
import type { Edit } from './lib/plant-edits.ts';
import { violations, type Violation } from './lib/security/violations.ts';

/** The part of Vitest's JSON report that this script reads. */
interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/**
 * Plants violations of the security requirements in the source of the product, one after another, each in its own
 * process. Returns the violations that the test of their requirement does not find.
 */
export async function findViolations(
  given: readonly Violation[],
  print: (line: string) => void,
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { id, title, by, edits } of given) {
    const counts = await Promise.all(edits.map(countOf));
    const isPlanted = counts.every((count) => count === 1);
    const result = isPlanted ? await runTest(by, edits) : `NOT PLANTED: the text occurs ${counts.join(', ')} times`;
    if (result !== 'failed') missed.push(title);
    print(`${id.padEnd(8)} ${title.padEnd(75)} ${result === 'failed' ? 'found' : result.toUpperCase()}`);
  }
  return missed;
}

const countOf = async ({ file, find }: Edit): Promise<number> =>
  (await readFile(inRoot(file), 'utf8')).split(find).length - 1;

/** Runs a test with the edits applied. Returns whether the test failed or passed, or why it did not run. */
async function runTest({ file, title }: NamedTest, edits: readonly Edit[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-violation-'));
  const output = join(folder, 'report.json');
  const args = [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    file,
    '--config',
    inRoot('bench/lib/security/vitest.config.ts'),
    '--testNamePattern',
    patternOf(title),
    '--reporter=json',
    `--outputFile=${output}`,
  ];
  const env = { ...process.env, PLANTED: JSON.stringify(edits) };
  await new Promise<void>((resolve) => execFile(process.execPath, args, { cwd: inRoot(), env }, () => resolve()));
  const report = await readFile(output, 'utf8').catch(() => null);
  await rm(folder, { recursive: true, force: true });
  if (report === null) return 'did not run';
  const { testResults } = JSON.parse(report) as Report;
  const asked = new RegExp(patternOf(title));
  const statuses = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => asked.test(one.title))
    .map(({ status }) => status);
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('passed') ? 'passed' : `did not run: ${testResults.map(({ message }) => message).join(' ')}`;
}

/** Returns a regular expression for the titles that a title with placeholders such as `%s` may become. */
const patternOf = (title: string): string =>
  `${title
    .split(/%\w|\$\w+/)
    .map(literal)
    .join('.*')}$`;

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

if (import.meta.main) {
  const asked = process.argv[2] ?? '';
  const given = violations.filter(({ id, title }) => id.startsWith(asked) || title.includes(asked));
  const missed = await findViolations(given, say);
  const ids = new Set(given.map(({ id }) => id));
  say(
    `security:violations: ${given.length - missed.length} of ${given.length} planted violations of ${ids.size} requirements found (goal all)`,
  );
  if (missed.length > 0) process.exitCode = 1;
}
