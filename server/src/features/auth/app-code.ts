import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Random } from '../../lib/random.ts';

/** What every app understands without being told: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30;
const shape = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;
/** A clock may be wrong by one span in either direction. */
const window = 1;

/** 160 bits in base 32. */
export const newAppSecret = (random: Pick<Random, 'token'>): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(random.token(), 'base64url').subarray(0, 20)).buffer }).base32;

/** The span of 30 seconds that the code belongs to; `null` for a code of none that counts now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export const appUrl = (secret: string, email: string): string =>
  new TOTP({ ...shape, secret, issuer: 'Watchpost', label: email }).toString();

/** Black on white in dark pages too: not every camera reads the opposite. */
export const qrCodeOf = (url: string): string => renderSVG(url, { border: 2, ecc: 'M' });
