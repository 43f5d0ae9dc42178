import { hashToken } from '../../../lib/secrets.ts';
import type { Random } from '../../../lib/random.ts';
import type { AddressKey } from '../../accounts/queries.ts';

const amount = 10;
const length = 25;
/** Characters that are not confused with others on paper. Each code has 125 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns ten codes such as `K7Q2M-4HXRA-9WPBC-T3VDN-8JYEF`. */
export const newRecoveryCodes = (random: Pick<Random, 'token'>): readonly string[] =>
  Array.from({ length: amount }, () => newCode(Buffer.from(random.token(), 'base64url')));

const newCode = (bytes: Buffer): string =>
  [...bytes.subarray(0, length)]
    .map((byte) => alphabet[byte % alphabet.length] ?? '')
    .join('')
    .replaceAll(/(.{5})(?=.)/g, '$1-');

/**
 * Ignores case and separators. The hash includes the address, so that a precomputed list of hashes of all codes is
 * useless.
 */
export const hashRecoveryCode = ({ tenantId, emailAddressId }: AddressKey, code: string): string =>
  hashToken(`${tenantId}.${emailAddressId}.${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
