import type { Context } from '../../context.ts';
import { findPart, type SpreadsheetKey } from './spreadsheet-queries.ts';

/** Large enough that a part costs little beside its bytes, and small enough to be held many times at once. */
const partBytes = 512 * 1024;

/** Joins the chunks of a stream to parts of about the same size. */
export async function* fileParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** Reads the parts of a compiled file, each in a transaction of its own, so that a slow reader keeps none open. */
export async function* readParts({ db }: Pick<Context, 'db'>, key: SpreadsheetKey): AsyncGenerator<Buffer> {
  for (let partNo = 0; ; partNo += 1) {
    const part = await db.tenant(key.tenantId, (tx) => findPart(tx, key, partNo));
    if (part === null) return;
    yield part;
  }
}
