import { Worker } from 'node:worker_threads';
import { undefused } from './defuse.ts';
import type { ReadAnswer, ReadTask } from './read-worker.ts';
import { UnreadableSpreadsheet, type Cell, type ReadSheet } from './spreadsheet.ts';
import { unpackedBytes } from './zip-sizes.ts';

export const mostRows = 20_000;
/** 20,000 rows of a dozen columns unpack to a quarter of this. */
const mostUnpackedBytes = 60_000_000;
const mostMemoryMb = 256;
const longestMs = 15_000;

/** Reads the first sheet of an Excel file in a thread of its own, which can neither hold up nor fill the process. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<ReadSheet> {
  const unpacked = unpackedBytes(bytes);
  if (unpacked === null) throw new UnreadableSpreadsheet('This is not an Excel file (.xlsx)');
  if (unpacked > mostUnpackedBytes) throw new UnreadableSpreadsheet('This file is too large when unpacked');
  const answer = await inWorker({ bytes, mostRows });
  if ('failure' in answer) {
    throw new UnreadableSpreadsheet('This is not an Excel file (.xlsx) that can be read', { cause: answer.failure });
  }
  if (answer.rows.length > mostRows) {
    throw new UnreadableSpreadsheet(`A spreadsheet can have ${mostRows.toLocaleString('en-US')} rows at most`);
  }
  return {
    name: answer.name,
    rows: answer.rows.map(({ number, cells }) => ({ number, cells: cells.map(asTyped) })),
  };
}

const asTyped = (cell: Cell): Cell => (typeof cell === 'string' ? undefused(cell) : cell);

async function inWorker(task: ReadTask): Promise<ReadAnswer> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadAnswer>((resolve) => {
      worker.once('message', (answer: ReadAnswer) => resolve(answer));
      worker.once('error', (error) => resolve({ failure: error instanceof Error ? error.message : 'no reason given' }));
      worker.once('exit', () => resolve({ failure: 'ended without an answer' }));
      timer = setTimeout(() => resolve({ failure: 'took too long' }), longestMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
