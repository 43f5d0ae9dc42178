import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '@app/shared/base/errors.ts';
import { damaged, inWords, spreadsheetLimits, tooLarge } from './limits.ts';

/** The parts of an Excel file, which is a zip archive. A part is decompressed only when it is read. */
export interface Parts {
  has(path: string): boolean;
  /** Throws when the parts read so far exceed the limit after decompression, whatever sizes the archive declares. */
  read(path: string): AsyncIterable<Buffer>;
}

export async function openParts(bytes: Buffer): Promise<Parts> {
  if (startsWith(bytes, oleSignature)) throw new AppError('lockedSpreadsheet');
  const { zip, entries } = await listEntries(bytes);
  let unpacked = 0;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *read(path) {
      const entry = entries.get(path.toLowerCase());
      if (!entry) throw damaged(`The part ${path} is missing`);
      if (entry.isEncrypted()) throw new AppError('lockedSpreadsheet');
      for await (const chunk of readEntry(zip, entry)) {
        unpacked += chunk.length;
        if (unpacked > spreadsheetLimits.unpackedBytes) throw tooLarge('its content is larger than 32 MB');
        yield chunk;
      }
    },
  };
}

/** Whether the bytes are an Excel file; false for text files. */
export const isExcelFile = (bytes: Buffer): boolean =>
  startsWith(bytes, zipSignature) || startsWith(bytes, oleSignature);

const startsWith = (bytes: Buffer, signature: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

const zipSignature = Buffer.from('PK');
/** Excel files with a password and files of Excel 2003 and older are OLE compound files instead of zip archives. */
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Part names are case-insensitive (ECMA-376, part 2). */
async function listEntries(bytes: Buffer): Promise<{ zip: ZipFile; entries: ReadonlyMap<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw damaged(`Two parts are named ${name}`);
      entries.set(name, entry);
      if (entries.size > spreadsheetLimits.zipEntries) {
        throw tooLarge(`it has more than ${inWords(spreadsheetLimits.zipEntries)} parts`);
      }
    }
    return { zip, entries };
  } catch (error) {
    throw asRefusal(error);
  }
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncIterable<Buffer> {
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** yauzl and zlib throw only for damaged archives. */
const asRefusal = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('notSpreadsheet', { cause: error });
