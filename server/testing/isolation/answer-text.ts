import type { LightMyRequestResponse } from 'fastify';
import { streamXlsxRows } from 'hucre/xlsx';

/**
 * Status, content type and body. A spreadsheet is compared by its rows, because the file contains its creation time, and
 * a state of the world without its epoch, which differs between databases.
 */
export async function textOf({ statusCode, headers, body, rawPayload }: LightMyRequestResponse): Promise<string> {
  const kind = headers['content-type'] ?? '';
  const shown = kind.includes('spreadsheet')
    ? JSON.stringify(await rowsIn(rawPayload))
    : body.replaceAll(epoch, 'epoch');
  return `${statusCode} ${kind} ${headers['location'] ?? ''} ${shown}`;
}

const epoch = /\b[0-9a-f]{32}(?=\.\d+\.)/g;

/** Reads our own file directly, without the worker thread and its time limit, which a busy machine could exceed. */
async function rowsIn(spreadsheet: Uint8Array): Promise<readonly unknown[]> {
  const rows = [];
  for await (const { index, values } of streamXlsxRows(spreadsheet, { sheet: 0 })) rows.push([index, values]);
  return rows;
}

export function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 40), at + 60);
  return `“${around(one)}” and “${around(other)}”`;
}
