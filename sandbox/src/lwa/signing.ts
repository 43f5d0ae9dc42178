import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

const claims = z.object({
  /** Selling partner id, or the scope of a grantless token. */
  sub: z.string(),
  /** How often this selling partner had withdrawn its consent when the token was made. */
  gen: z.number(),
  /** Milliseconds since 1970; absent in a refresh token, which does not end. */
  exp: z.optional(z.number()),
  /** Makes two tokens of the same moment differ. */
  jti: z.string(),
});
export type Claims = z.infer<typeof claims>;

/** What a token is for stands in front of it in clear, as in Amazon's own. */
export type TokenPrefix = 'Atzr' | 'Atza' | 'Atzg';

/** A token that says itself what it is for, so that a restarted sandbox still knows the tokens in a product's database. */
export function signToken(prefix: TokenPrefix, content: Claims, secret: string): string {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${prefix}|${body}.${signature(prefix, body, secret)}`;
}

export function readToken(prefix: TokenPrefix, token: string, secret: string): Claims | undefined {
  const [, body, signed] = /^\w+\|([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (body === undefined || signed === undefined || !token.startsWith(`${prefix}|`)) return undefined;
  const expected = Buffer.from(signature(prefix, body, secret));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

const signature = (prefix: TokenPrefix, body: string, secret: string): string =>
  createHmac('sha256', secret).update(`${prefix}.${body}`).digest('base64url');
