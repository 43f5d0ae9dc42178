import { createDecipheriv, createECDH, createHash, createHmac, hkdfSync, type ECDH } from 'node:crypto';

/** The keys that a browser creates when it subscribes: a key pair, and a secret shared with the sender. */
export interface BrowserKeys {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** @param secret unique text from which the shared secret is derived */
export function createBrowserKeys(secret: string): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, auth: createHash('sha256').update(secret).digest().subarray(0, 16) };
}

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const saltLength = 16;
const tagLength = 16;

/** Decrypts `Content-Encoding: aes128gcm` (RFC 8188) with keys per RFC 8291. Throws if the keys do not match. */
export function decryptPush({ pair, auth }: BrowserKeys, body: Buffer): string {
  const salt = body.subarray(0, saltLength);
  const recordSize = body.readUInt32BE(saltLength);
  const senderKey = body.subarray(saltLength + 5, saltLength + 5 + body.readUInt8(saltLength + 4));
  const record = body.subarray(saltLength + 5 + senderKey.length);
  if (record.length > recordSize) throw new Error('A push message must consist of one record');

  const shared = hmac(auth, pair.computeSecret(senderKey));
  const input = hmac(shared, Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey, Buffer.from([1]));
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${info}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-tagLength));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagLength)), decipher.final()]);
  // RFC 8188: the last record is padded with a 2 followed by any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
