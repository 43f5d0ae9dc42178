const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const longestComment = 65_535;
const entryLength = 46;

/**
 * What a zip file says it unpacks to, in bytes, from its central directory; `null` when it is no zip file. An archive
 * that lies about it is stopped by the limits of the process that unpacks it.
 */
export function unpackedBytes(zip: Uint8Array): number | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let n = 0; n < entries; n += 1) {
    if (at + entryLength > view.byteLength || view.getUint32(at, true) !== entrySignature) return null;
    total += view.getUint32(at + 24, true);
    at += entryLength + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}

function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return null;
}
