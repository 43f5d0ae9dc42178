import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode } from '@app/shared/base/errors.ts';
import { readFirstSheet } from './first-sheet.ts';
import type { ReadRow } from './spreadsheet.ts';

/**
 * The thread sends rows in batches, so that it never holds all of them, and at the end the name of the sheet or a
 * refusal.
 */
export type ReadMessage =
  | { readonly rows: readonly ReadRow[] }
  | { readonly sheetName: string }
  | { readonly refusal: { readonly code: ErrorCode; readonly text: string; readonly cause: string } };

const rowsPerBatch = 200;

try {
  await answer(bytesOf(workerData));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  post({ refusal: { code: error.code, text: error.message, cause } });
}

async function answer(bytes: Uint8Array): Promise<void> {
  let batch: ReadRow[] = [];
  const sheetName = await readFirstSheet(bytes, (row) => {
    batch.push(row);
    if (batch.length < rowsPerBatch) return;
    post({ rows: batch });
    batch = [];
  });
  post({ rows: batch });
  post({ sheetName });
}

function post(message: ReadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

function bytesOf(data: unknown): Uint8Array {
  if (!(data instanceof Uint8Array)) throw new TypeError('The thread was given no file');
  return data;
}
