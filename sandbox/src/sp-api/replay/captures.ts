import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { guessOperation, operationOfPage, operationOfRequest } from './operation-of-capture.ts';
import type { ReplayEntry } from './replay-entry.ts';

const exchange = z.object({
  request: z.object({ method: z.string(), uri: z.string() }),
  response: z.object({ status: z.object({ code: z.int() }), headers: z.record(z.string(), z.string()) }),
});

type Exchange = z.output<typeof exchange>;

/** They describe the connection or the day of the capture, not the answer. */
const notReplayed = new Set(['connection', 'content-length', 'transfer-encoding', 'date', 'server', 'vary']);

const isBody = (name: string): boolean => /\.(json|xml|tsv)$/.test(name) && !name.endsWith('.http.json');

/** Bodies that services really gave: each file, with what its `.http.json` says about it. */
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

/** Amazon's schemas of notifications lie in a folder of the same name. */
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
  headers: kept(response.headers),
  body,
});

const reportEntry = (name: string, body: Buffer, { response }: Exchange): ReplayEntry => ({
  name,
  kind: 'report',
  operationId: name.includes('merchant-listings') ? 'GET_MERCHANT_LISTINGS_ALL_DATA' : undefined,
  status: response.status.code,
  headers: kept(response.headers),
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

const kept = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([key, value]) => [key.toLowerCase(), value] as const)
      .filter(([key]) => !notReplayed.has(key)),
  );
