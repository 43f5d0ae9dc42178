import { hashToken } from '../../lib/secrets.ts';
import type { Random } from '../../lib/random.ts';
import type { AddressKey } from '../accounts/queries.ts';

const amount = 10;
const length = 15;
/** Without those that are taken for others when they are read from paper: 75 bits to a code. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** `K7Q2M-4HXRA-9WPBC`, ten of them. */
export const newRecoveryCodes = (random: Pick<Random, 'token'>): readonly string[] =>
  Array.from({ length: amount }, () => newCode(Buffer.from(random.token(), 'base64url')));

const newCode = (bytes: Buffer): string =>
  [...bytes.subarray(0, length)]
    .map((byte) => alphabet[byte % alphabet.length] ?? '')
    .join('')
    .replaceAll(/(.{5})(?=.)/g, '$1-');

/** However it was typed. Bound to its address: a list of hashes of all codes would serve nobody. */
export const hashRecoveryCode = ({ tenantId, emailAddressId }: AddressKey, code: string): string =>
  hashToken(`${tenantId}.${emailAddressId}.${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
