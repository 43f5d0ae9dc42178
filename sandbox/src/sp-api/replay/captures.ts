import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import type { ReplayEntry } from './replay-entry.ts';
import { operations } from '../operations.ts';

const exchange = z.object({
  request: z.object({ method: z.string(), uri: z.string() }),
  response: z.object({ status: z.object({ code: z.int() }), headers: z.record(z.string(), z.string()) }),
});

type Exchange = z.output<typeof exchange>;

/** Headers that describe the connection or the time of the capture and not the answer. */
const connectionHeaders = new Set(['connection', 'content-length', 'transfer-encoding', 'date', 'server', 'vary']);

const isBody = (name: string): boolean => /\.(json|xml|tsv)$/.test(name) && !name.endsWith('.http.json');

/** Reads captured response bodies; the `.http.json` beside each body holds its request, status and headers. */
export function captureEntries(folder: string, files: readonly string[]): ReplayEntry[] {
  return files.filter(isBody).flatMap((name) => captureEntry(folder, name, files));
}

function captureEntry(folder: string, name: string, files: readonly string[]): ReplayEntry[] {
  const body = readFileSync(join(folder, name));
  const side = [`${name}.http.json`, `${name.replace(/\.\w+$/, '')}.http.json`].find((file) => files.includes(file));
  const http = side === undefined ? undefined : parseExchange(readFileSync(join(folder, side), 'utf8'));
  if (name.endsWith('.tsv')) return http ? [reportEntry(name, body, http)] : [];
  if (basename(folder) === 'notifications') return isMessage(body) ? [notificationEntry(name, body)] : [];
  if (http) return [responseEntry(name, body, http)];
  const page = operationOfPage(basename(folder), body);
  if (page !== undefined) return [{ name, kind: 'response', headers: {}, body, operationId: page, status: 200 }];
  const guess = basename(folder) === 'sp-api' ? guessOperation(name, body) : undefined;
  return guess ? [{ name, kind: 'response', headers: {}, body, ...guess }] : [];
}

/** Distinguishes captured notifications from Amazon's schemas, which are in a folder of the same name. */
const isMessage = (body: Buffer): boolean => !body.includes('"$schema"');

const parseExchange = (text: string): Exchange | undefined => {
  const parsed = z.safeParse(exchange, JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
};

const responseEntry = (name: string, body: Buffer, { request, response }: Exchange): ReplayEntry => ({
  name,
  kind: 'response',
  operationId: operationOfRequest(request.method, request.uri),
  status: response.status.code,
  headers: withoutConnectionHeaders(response.headers),
  body,
});

const reportEntry = (name: string, body: Buffer, { response }: Exchange): ReplayEntry => ({
  name,
  kind: 'report',
  operationId: name.includes('merchant-listings') ? 'GET_MERCHANT_LISTINGS_ALL_DATA' : undefined,
  status: response.status.code,
  headers: withoutConnectionHeaders(response.headers),
  body,
});

const notificationEntry = (name: string, body: Buffer): ReplayEntry => ({
  name,
  kind: 'notification',
  operationId: undefined,
  status: 200,
  headers: {},
  body,
});

const withoutConnectionHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([key, value]) => [key.toLowerCase(), value] as const)
      .filter(([key]) => !connectionHeaders.has(key)),
  );

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const known = operations.map(({ operationId, method, path }) => ({ operationId, method, pattern: pathPattern(path) }));

/** Returns the operation id of a captured request, or undefined if the sandbox does not support it. */
function operationOfRequest(method: string, uri: string): string | undefined {
  const path = new URL(uri).pathname;
  return known.find((one) => one.method === method.toUpperCase() && one.pattern.test(path))?.operationId;
}

/** Guesses the status of a body without request data; names of captured errors contain the status. */
function guessOperation(name: string, body: Buffer): Pick<ReplayEntry, 'operationId' | 'status'> | undefined {
  const status = /error-(\d{3})/.exec(name)?.[1];
  if (status !== undefined) return { operationId: undefined, status: Number(status) };
  return body.includes('"responses"') ? { operationId: undefined, status: 200 } : undefined;
}

const rainforestPage = z.object({ request_parameters: z.object({ type: z.string() }) });

/** Returns the operation of a captured page; page captures are in folders named after the provider. */
function operationOfPage(folder: string, body: Buffer): string | undefined {
  if (folder === 'keepa') return 'keepa.product';
  if (folder !== 'rainforest') return undefined;
  const parsed = z.safeParse(rainforestPage, JSON.parse(body.toString()));
  return parsed.success ? `rainforest.${parsed.data.request_parameters.type}` : undefined;
}
