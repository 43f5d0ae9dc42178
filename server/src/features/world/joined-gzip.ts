import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** The beginning of a text, compressed so that any end can be appended. */
export interface GzipBeginning {
  readonly deflated: Buffer;
  readonly crc: number;
  /** The length of the text in UTF-8. */
  readonly bytes: number;
}

/** Level 6 takes three times as long for 5 % fewer bytes. */
const level = 4;
const inThreadPool = promisify(deflateRaw);

/** The output ends at a whole byte and without the mark of the last block. */
export async function compressBeginning(text: string): Promise<GzipBeginning> {
  const plain = Buffer.from(text);
  const deflated = await inThreadPool(plain, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { deflated, crc: crc32(plain), bytes: plain.length };
}

/** Magic number, method, no flags, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** One member of gzip. Browsers ignore what follows the first one, so that members cannot be strung together. */
export async function joinGzip({ deflated, crc, bytes }: GzipBeginning, end: string): Promise<Buffer> {
  const plain = Buffer.from(end);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain, crc), 0);
  trailer.writeUInt32LE((bytes + plain.length) % 2 ** 32, 4);
  return Buffer.concat([header, deflated, await inThreadPool(plain, { level }), trailer]);
}
