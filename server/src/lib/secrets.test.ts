import { expect, test } from 'vitest';
import { decryptSecret, encryptSecret, parseEncryptionKeys } from './secrets.ts';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const place = { tenantId: 'tenant', row: '1', purpose: 'refresh token' };

test.each(['k1', '2026-11', 'key 1', 'k@1'])('a secret opens again with a key whose id is “%s”', (id) => {
  const keys = parseEncryptionKeys(`${id}:${keyOf(7)}`);

  expect(decryptSecret(keys, place, encryptSecret(keys, place, 'secret'))).toBe('secret');
});

test('a key whose id has a dot is refused, because no secret that it encrypts could be opened', () => {
  expect(() => parseEncryptionKeys(`2026.11:${keyOf(7)}`)).toThrow('ENCRYPTION_KEYS: the id of a key has no dot');
});

test('two keys with one id are refused, because only one of them would be used', () => {
  const both = `k1:${keyOf(8)}, k1:${keyOf(7)}`;

  expect(() => parseEncryptionKeys(both)).toThrow('ENCRYPTION_KEYS has two keys with the id k1');
});
