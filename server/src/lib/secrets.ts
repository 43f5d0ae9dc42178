import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { minuteMs } from '@app/shared/base/time.ts';

/** Keys by id; the first one encrypts, all of them decrypt. */
export type EncryptionKeys = ReadonlyMap<string, Buffer>;

/** Parses `id:base64,id:base64`, where each key has 32 bytes and the first one is the current one. */
export function parseEncryptionKeys(text: string): EncryptionKeys {
  const keys = new Map<string, Buffer>();
  for (const entry of text.split(',')) {
    const [id, base64] = entry.trim().split(':');
    const key = Buffer.from(base64 ?? '', 'base64');
    if (!id || key.length !== 32) throw new Error('ENCRYPTION_KEYS must be id:base64 pairs of 32-byte keys');
    // The id stands before a dot in every encrypted text.
    if (id.includes('.'))
      throw new Error(`ENCRYPTION_KEYS: the id of a key has no dot, such as ${id.replaceAll('.', '-')}`);
    if (keys.has(id)) throw new Error(`ENCRYPTION_KEYS has two keys with the id ${id}: give the new one another id`);
    keys.set(id, key);
  }
  return keys;
}

/** Binds a ciphertext to its place: copied to another row, tenant or column it does not decrypt. */
export interface SecretPlace {
  readonly tenantId: string;
  readonly row: string;
  readonly purpose: string;
}

const additionalData = (place: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([place.tenantId, place.row, place.purpose]));

/** Encrypts with AES-256-GCM. Returns `keyId.iv.tag.ciphertext`. */
export function encryptSecret(keys: EncryptionKeys, place: SecretPlace, secret: string): string {
  const [current] = keys;
  if (!current) throw new Error('No encryption key is set');
  const [keyId, key] = current;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(place));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [keyId, ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'))].join('.');
}

/** A secret whose key is not configured: it is not lost, and opens once the key is back. */
export class UnknownKey extends Error {}

/** A secret that its key does not open: the key has other bytes than the one that encrypted it, or the row is damaged. */
export class UnreadableSecret extends Error {}

/** The wait before work is tried again that needs a secret whose key is missing. Another process may have the key. */
export const missingKeyWaitMs = minuteMs;

/** Throws `UnknownKey`, or `UnreadableSecret` when the text was changed or belongs to another place. */
export function decryptSecret(keys: EncryptionKeys, place: SecretPlace, encrypted: string): string {
  const [keyId = '', iv = '', tag = '', ciphertext = ''] = encrypted.split('.');
  const key = keys.get(keyId);
  if (!key) throw new UnknownKey(`No encryption key has the id ${keyId}`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      .setAAD(additionalData(place))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new UnreadableSecret(`The key ${keyId} does not open the ${place.purpose}`, { cause });
  }
}

/** Sessions and other tokens are stored as hashes, so that a reader of the database cannot use them. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
