import * as z from 'zod/mini';
import type { ReplayEntry } from './replay-entry.ts';
import { operations } from '../operations.ts';

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const known = operations.map(({ operationId, method, path }) => ({ operationId, method, pattern: pathPattern(path) }));

/** Which operation of the sandbox a captured request called, if it is one of them. */
export function operationOfRequest(method: string, uri: string): string | undefined {
  const path = new URL(uri).pathname;
  return known.find((one) => one.method === method.toUpperCase() && one.pattern.test(path))?.operationId;
}

/** For a body without its exchange: an error tells its status in its name. */
export function guessOperation(name: string, body: Buffer): Pick<ReplayEntry, 'operationId' | 'status'> | undefined {
  const status = /error-(\d{3})/.exec(name)?.[1];
  if (status !== undefined) return { operationId: undefined, status: Number(status) };
  return body.includes('"responses"') ? { operationId: undefined, status: 200 } : undefined;
}

const rainforestPage = z.object({ request_parameters: z.object({ type: z.string() }) });

/** What was asked of a provider of pages, whose bodies lie in a folder of its name. */
export function operationOfPage(folder: string, body: Buffer): string | undefined {
  if (folder === 'keepa') return 'keepa.product';
  if (folder !== 'rainforest') return undefined;
  const parsed = z.safeParse(rainforestPage, JSON.parse(body.toString()));
  return parsed.success ? `rainforest.${parsed.data.request_parameters.type}` : undefined;
}
