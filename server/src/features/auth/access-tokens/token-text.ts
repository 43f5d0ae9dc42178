import { crc32 } from 'node:zlib';
import type { Random } from '../../../lib/random.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);
const secretLength = 32;
const checksumLength = 6;

/** The prefix of each kind of token. A code is exchanged for an access token and a refresh token. */
const prefixes = { personal: 'wp_pat_', code: 'wp_oac_', access: 'wp_oat_', refresh: 'wp_ort_' } as const;
type TokenKind = keyof typeof prefixes;

/**
 * Creates the text of a token: a prefix by which scanners recognise leaked tokens, 190 random bits, and a checksum by
 * which a mistyped token is refused without a query.
 */
export function newTokenText(random: Pick<Random, 'token'>, kind: TokenKind): string {
  const number = BigInt(`0x${Buffer.from(random.token(), 'base64url').toString('hex')}`);
  const head = prefixes[kind] + base62(number, secretLength);
  return head + checksumOf(head);
}

/** True if the text has the form of such a token with its checksum. */
export function isTokenText(text: string, kind: TokenKind): boolean {
  if (!text.startsWith(prefixes[kind]) || !/^\w{7}[0-9A-Za-z]{38}$/.test(text)) return false;
  const head = text.slice(0, -checksumLength);
  return text === head + checksumOf(head);
}

/** Returns the lowest digits of a number in base 62. */
function base62(number: bigint, length: number): string {
  let rest = number;
  let text = '';
  while (text.length < length) {
    text = digits.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

const checksumOf = (head: string): string => base62(BigInt(crc32(head)), checksumLength);
