import { parentPort, workerData } from 'node:worker_threads';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import type { ReadRow } from './spreadsheet.ts';

/** What the worker is asked and what it answers with. */
export interface ReadTask {
  readonly bytes: Uint8Array;
  readonly mostRows: number;
}

export type ReadAnswer = { readonly name: string; readonly rows: readonly ReadRow[] } | { readonly failure: string };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer(taskOf(workerData)));

async function answer({ bytes, mostRows }: ReadTask): Promise<ReadAnswer> {
  try {
    const rows: ReadRow[] = [];
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0, maxRows: mostRows + 1 })) {
      rows.push({ number: index + 1, cells: values });
    }
    return { name: await firstSheetName(bytes), rows };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'no reason given' };
  }
}

async function firstSheetName(bytes: Uint8Array): Promise<string> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: (info) => {
      names.push(info.name);
      return false;
    },
  });
  return names[0] ?? '';
}

function taskOf(data: unknown): ReadTask {
  return data as ReadTask;
}
