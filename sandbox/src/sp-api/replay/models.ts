import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ReplayEntry } from './replay-entry.ts';

const example = z.object({ response: z.optional(z.unknown()) });
const response = z.looseObject({
  'x-amzn-api-sandbox': z.optional(z.object({ static: z.optional(z.array(example)) })),
});
const operation = z.object({ operationId: z.string(), responses: z.record(z.string(), response) });
const model = z.object({ swagger: z.string(), paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const notificationSchema = z.object({ $schema: z.string(), examples: z.array(z.unknown()) });

/** Returns the examples in one of Amazon's API models or notification schemas; none for other files. */
export function exampleEntries(folder: string, name: string): ReplayEntry[] {
  const content = readJson(folder, name);
  const openapi = z.safeParse(model, content);
  if (openapi.success) {
    const methods = Object.values(openapi.data.paths).flatMap((path) => Object.values(path));
    return methods.flatMap((method) => operationEntries(name, method));
  }
  const schema = z.safeParse(notificationSchema, content);
  return schema.success
    ? schema.data.examples.map((message, index) => messageEntry(`${name}#${index + 1}`, message))
    : [];
}

function operationEntries(file: string, method: unknown): ReplayEntry[] {
  const parsed = z.safeParse(operation, method);
  if (!parsed.success) return [];
  const { operationId, responses } = parsed.data;
  return Object.entries(responses).flatMap(([status, { 'x-amzn-api-sandbox': sandbox }]) =>
    (sandbox?.static ?? []).map((one, index) => ({
      name: `${file}#${operationId}-${status}-${index + 1}`,
      kind: 'response' as const,
      operationId,
      status: Number(status),
      headers: {},
      body: Buffer.from(JSON.stringify(one.response ?? {})),
    })),
  );
}

const messageEntry = (name: string, message: unknown): ReplayEntry => ({
  name,
  kind: 'notification',
  operationId: undefined,
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify(message)),
});

function readJson(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch {
    return undefined;
  }
}
