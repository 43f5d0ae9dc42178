import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const referenceFolder = join(import.meta.dirname, '../../../shared/reference');

/** Amazon's models, and recorded answers, are stored beside the project and never in it. */
export const hasReference = existsSync(referenceFolder);

/** Prints once why tests are skipped. */
export function explainMissingReference(): void {
  if (!hasReference) process.stdout.write('No ../shared/reference: the client is not held against real answers\n');
}

export const referenceBytes = (path: string): Buffer => readFileSync(join(referenceFolder, path));
export const referenceText = (path: string): string => referenceBytes(path).toString('utf8');

interface StaticExample {
  readonly operationId: string;
  readonly status: number;
  readonly body: unknown;
}

interface Model {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
}
interface Response {
  'x-amzn-api-sandbox'?: { static?: { response: unknown }[] };
}

/** The examples of one model, with which Amazon's own sandbox answers. */
export function staticExamples(file: string): StaticExample[] {
  if (!hasReference) return [];
  const model = JSON.parse(referenceText(`sp-api/openapi/${file}`)) as Model;
  return Object.values(model.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, responses = {} }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        (response['x-amzn-api-sandbox']?.static ?? []).map((example) => ({
          operationId: operationId ?? '',
          status: Number(status),
          body: example.response,
        })),
      ),
    );
}
