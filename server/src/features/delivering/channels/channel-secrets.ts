import { decryptSecret, encryptSecret, type EncryptionKeys, type SecretPlace } from '../../../lib/secrets.ts';

interface Key {
  readonly tenantId: string;
  readonly channelId: string;
}

export const channelPlace = ({ tenantId, channelId }: Key, purpose: 'address' | 'secret'): SecretPlace => ({
  tenantId,
  row: `channels/${channelId}`,
  purpose,
});

export const sealAddress = (keys: EncryptionKeys, key: Key, address: string): string =>
  encryptSecret(keys, channelPlace(key, 'address'), address);
export const openAddress = (keys: EncryptionKeys, key: Key, sealed: string): string =>
  decryptSecret(keys, channelPlace(key, 'address'), sealed);

export const sealSecret = (keys: EncryptionKeys, key: Key, secret: string): string =>
  encryptSecret(keys, channelPlace(key, 'secret'), secret);
export const openSecret = (keys: EncryptionKeys, key: Key, sealed: string): string =>
  decryptSecret(keys, channelPlace(key, 'secret'), sealed);

const hintLength = 4;

/** Returns host and last characters of an address: enough to recognise it, but not enough to send to it. */
export function hintOf(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const rest = `${pathname}${search}`;
  if (rest.length <= hintLength * 3) return `${protocol}//${host}/…`;
  return `${protocol}//${host}/…${rest.slice(-hintLength)}`;
}
