import { Worker } from 'node:worker_threads';
import { AppError } from '@app/shared/base/errors.ts';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { tooLarge } from './limits.ts';
import type { ReadMessage } from './read-worker.ts';
import type { ReadRow, ReadSheet } from './spreadsheet.ts';

/** A second line of defence: the limits of `spreadsheetLimits` normally stop a file earlier. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 } as const;
const longestMs = 60_000;

/** Reading a file takes up to 64 MB of memory. */
const run = limitConcurrency({ atOnce: 2, waiting: 20 });

/**
 * Reads the first sheet of an Excel or text file in a separate thread, so that a file can neither block the process nor
 * exhaust its memory.
 */
export const readSpreadsheet = (bytes: Uint8Array): Promise<ReadSheet> => run(() => readInWorker(bytes));

/** The tenants for which a file is waiting or being read. */
const reading = new Set<string>();

/**
 * Reads a file of a tenant. Throws while another file of the tenant is being read, so that no tenant takes the places
 * of the others.
 */
export async function readUpload(tenantId: string, bytes: Uint8Array): Promise<ReadSheet> {
  if (reading.has(tenantId)) {
    const text = 'Another spreadsheet of your account is being read. Please try again in a minute';
    throw new AppError('tooManyRequests', { text });
  }
  reading.add(tenantId);
  try {
    return await readSpreadsheet(bytes);
  } finally {
    reading.delete(tenantId);
  }
}

async function readInWorker(bytes: Uint8Array): Promise<ReadSheet> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { workerData: bytes, resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadSheet>((resolve, reject) => {
      const rows: ReadRow[] = [];
      worker.on('message', (message: ReadMessage) => {
        if ('rows' in message) rows.push(...message.rows);
        else if ('sheetName' in message) resolve({ name: message.sheetName, rows });
        else reject(asError(message.refusal));
      });
      worker.once('error', (error) => reject(isOutOfMemory(error) ? tooLarge('it takes too much memory') : error));
      worker.once('exit', () => reject(new Error('The thread that read a spreadsheet ended without an answer')));
      timer = setTimeout(() => reject(tooLarge('it takes too long to read')), longestMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const asError = ({ code, text, cause }: Extract<ReadMessage, { refusal: unknown }>['refusal']): AppError =>
  new AppError(code, { text, cause });

const isOutOfMemory = (error: unknown): boolean => codeOfError(error) === 'ERR_WORKER_OUT_OF_MEMORY';
