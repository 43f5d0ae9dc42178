import { constants, deflateRawSync } from 'node:zlib';

/** One file of a zip archive. Its declarations may be wrong. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer | RepeatedContent;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  readonly declaredBytes?: number;
  /** Whether the entry points to the content of the previous entry. */
  readonly isOverlapping?: boolean;
}

/** A content that is never held in memory as a whole: its repetitions are compressed once. */
export interface RepeatedContent {
  readonly before: string;
  readonly piece: string;
  readonly times: number;
  readonly after: string;
}

interface PackedContent {
  readonly bytes: Buffer;
  readonly unpackedBytes: number;
}

export function zipFile(entries: readonly ZipEntry[], declaredEntries = entries.length): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  let last = 0;
  for (const entry of entries) {
    const { bytes, unpackedBytes } = pack(entry);
    const header = commonHeader(entry, { packedBytes: bytes.length, unpackedBytes });
    if (entry.isOverlapping !== true) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(entry.name), bytes]);
      locals.push(local);
      last = offset;
      offset += local.length;
    }
    const place = Buffer.alloc(14);
    place.writeUInt32LE(last, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, place, Buffer.from(entry.name));
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...locals, directory, endOf(declaredEntries, directory.length, offset)]);
}

function commonHeader({ name, isStored, isEncrypted, declaredBytes }: ZipEntry, sizes: Sizes): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(isEncrypted === true ? 1 : 0, 2);
  header.writeUInt16LE(isStored === true ? 0 : 8, 4);
  header.writeUInt32LE(sizes.packedBytes, 14);
  header.writeUInt32LE(declaredBytes ?? sizes.unpackedBytes, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

interface Sizes {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

function endOf(entries: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function pack({ content, isStored }: ZipEntry): PackedContent {
  if (typeof content === 'object' && 'piece' in content) return packRepeated(content);
  const bytes = Buffer.from(content);
  return { bytes: isStored === true ? bytes : deflateRawSync(bytes), unpackedBytes: bytes.length };
}

/** Blocks of deflate can be concatenated, because each block is independent after a full flush. */
function packRepeated({ before, piece, times, after }: RepeatedContent): PackedContent {
  const together = Math.max(1, Math.min(times, Math.floor(1_000_000 / piece.length)));
  const blocks = Math.floor(times / together);
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(piece.repeat(together), flush);
  const bytes = Buffer.concat([
    deflateRawSync(before, flush),
    ...Array.from({ length: blocks }, () => block),
    deflateRawSync(piece.repeat(times - blocks * together) + after),
  ]);
  return {
    bytes,
    unpackedBytes: Buffer.byteLength(before) + Buffer.byteLength(piece) * times + Buffer.byteLength(after),
  };
}
