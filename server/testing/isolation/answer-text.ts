import type { LightMyRequestResponse } from 'fastify';
import { streamXlsxRows } from 'hucre/xlsx';

/** Status, kind and every byte; of a spreadsheet its rows, as the file itself says when it was made. */
export async function textOf({ statusCode, headers, body, rawPayload }: LightMyRequestResponse): Promise<string> {
  const kind = headers['content-type'] ?? '';
  const shown = kind.includes('spreadsheet') ? JSON.stringify(await rowsIn(rawPayload)) : body;
  return `${statusCode} ${kind} ${headers['location'] ?? ''} ${shown}`;
}

/** Our own file needs no thread of its own to be read in, and no limit that a busy machine passes. */
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
