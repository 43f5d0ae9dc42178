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

const errorShape = z.object({ message: z.string(), snippet: z.optional(z.string()) });
/** An attachment of a test; its body is in base64. */
const attachmentShape = z.object({ name: z.string(), body: z.optional(z.string()) });
const resultShape = z.object({ errors: z.array(errorShape), attachments: z._default(z.array(attachmentShape), []) });
const specShape = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(z.object({ status: z.string(), results: z.array(resultShape) })),
});
const suiteShape = z.object({
  specs: z.array(specShape),
  get suites() {
    return z.optional(z.array(suiteShape));
  },
});
const playwrightShape = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(suiteShape),
  errors: z.array(errorShape),
});

/**
 * Returns the counts of a Vitest report. A file that fails outside its tests, for example because it does not load,
 * counts as one failure.
 */
export function vitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = vitestShape.parse(report);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Returns the counts of a Playwright report. A journey that passes only on a retry counts as failed. */
export function playwrightCount(report: unknown): Count {
  const { stats, errors } = playwrightShape.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

type Spec = z.output<typeof specShape>;
type Suite = z.output<typeof suiteShape>;

/** Returns the failures of a Playwright report: one line per file, followed by the errors of its journeys. */
export function playwrightFailures(report: unknown): string {
  const { suites, errors } = playwrightShape.parse(report);
  const failed = suites.flatMap(specsOf).filter(({ tests }) => tests.some(hasFailed));
  const files = [...Map.groupBy(failed, ({ file }) => file)].map(([file, specs]) =>
    [`✗ ${file}: ${specs.length} failed`, ...specs.map(describeSpec)].join('\n\n'),
  );
  return [...files, ...errors.map(describeError)].join('\n\n');
}

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const hasFailed = ({ status }: Spec['tests'][number]): boolean => status === 'unexpected' || status === 'flaky';

const describeSpec = ({ title, file, line, tests }: Spec): string =>
  [
    `${file}:${line} ${title}`,
    ...tests
      .flatMap(({ results }) => results)
      .flatMap(({ errors, attachments }) => [
        ...errors.map(describeError),
        ...attachments
          .filter(({ name }) => name === 'clues')
          .map(({ body = '' }) => Buffer.from(body, 'base64').toString()),
      ]),
  ].join('\n');

const describeError = ({ message, snippet }: z.output<typeof errorShape>): string =>
  snippet === undefined ? message : `${message}\n${snippet}`;

/** Reads the counts of a report. A part that failed counts as failed even if its report shows no failure. */
export function countOf(file: string, count: (report: unknown) => Count, ok: boolean): Count {
  const found = readReport(file, count) ?? { passed: 0, failed: 1 };
  return ok || found.failed > 0 ? found : { ...found, failed: 1 };
}

/** Reads a report; `null` if the file is missing or cannot be read. */
export function readReport<Answer>(file: string, read: (report: unknown) => Answer): Answer | null {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
