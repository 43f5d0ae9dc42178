import { run } from '../processes/run.ts';
import { say } from '../say.ts';

/** The name of the check that runs the tests of the architecture and of the rules. */
export const testsOfRules = 'architecture and rules';

/** The longest checks come first, so that none of them runs alone at the end. */
const checks: Readonly<Record<string, readonly string[]>> = {
  lint: ['oxlint', '--type-aware'],
  'types of server, sandbox and scripts': ['tsc', '-p', 'tsconfig.json'],
  [testsOfRules]: ['vitest', 'run', '--project', 'rules', 'shared/', 'architecture.test.ts', '--reporter=minimal'],
  'types of web': ['tsc', '-p', 'web/tsconfig.json'],
  'nothing unused': ['knip', '--no-progress'],
  format: ['oxfmt', '--check', '.'],
  "types of shared's tests": ['tsc', '-p', 'tsconfig.tests.json'],
  'types of shared': ['tsc', '-p', 'shared/tsconfig.json'],
  'generated files fresh': ['node', 'scripts/gen.ts', '--check'],
};

/** The number of checks that run at the same time, for two cores, because the tools use more than one thread each. */
const AT_ONCE = 3;

/** Runs the checks, optionally without one, and prints the output of those that fail. Returns their names. */
export async function runChecks(but?: string): Promise<{ passed: number; failed: readonly string[] }> {
  const wanted = Object.entries(checks).filter(([name]) => name !== but);
  const waiting = [...wanted];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, command] = next;
      const { ok, output } = await run(command);
      if (!ok) {
        failed.push(name);
        say(`\n✗ ${name}: ${command.join(' ')}\n\n${output.trim()}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { passed: wanted.length - failed.length, failed };
}
