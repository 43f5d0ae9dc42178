import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';

const claimsShape = z.object({ aud: z.string(), exp: z.number(), sub: z.string().check(z.regex(/^(mailto:|https:)/)) });
const longestSeconds = 24 * 3600;

/** Returns why the sender's VAPID header (RFC 8292) is invalid, or `null` if it is valid. */
export function vapidProblem(
  authorization: string | undefined,
  { audience, now }: { audience: string; now: Date },
): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = claimsShape.safeParse(jsonOf(payload));
  if (!claims.success) return 'no VAPID authorization';
  const { aud, exp } = claims.data;
  const secondsLeft = exp - now.getTime() / 1000;
  if (aud !== audience) return `the token is for ${aud}`;
  if (secondsLeft <= 0 || secondsLeft > longestSeconds) return 'the token has expired, or lasts too long';
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned ? null : 'the token is not signed with that key';
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function publicKeyOf(point: string) {
  const bytes = Buffer.from(point, 'base64url');
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' });
}
