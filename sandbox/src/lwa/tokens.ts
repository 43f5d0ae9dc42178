import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** Lifetime of Login with Amazon's access tokens. The speed-up does not shorten it. */
export const accessTokenSeconds = 3600;

type AccessToken =
  | { kind: 'seller'; sellingPartnerId: string; isExpired: boolean; isRevoked: boolean }
  | { kind: 'grantless'; scope: string; isExpired: boolean };

export interface Tokens {
  refreshTokenFor(sellingPartnerId: string): string;
  /** Returns the selling partner of a valid refresh token, or undefined if its consent was withdrawn. */
  findRefresh(refreshToken: string): string | undefined;
  accessTokenFor(sellingPartnerId: string): string;
  grantlessToken(scope: string): string;
  findAccess(accessToken: string): AccessToken | undefined;
  /** Withdraws the seller's consent: all tokens issued so far become invalid until a new consent. */
  revoke(sellingPartnerId: string): void;
}

interface TokensDeps {
  clock: { now(): Date };
  secret: string;
  newId: () => string;
  isSeller: (sellingPartnerId: string) => boolean;
}

export function createTokens({ clock, secret, newId, isSeller }: TokensDeps): Tokens {
  const generations = new Map<string, number>();
  const generation = (sellingPartnerId: string) => generations.get(sellingPartnerId) ?? 0;
  const now = () => clock.now().getTime();

  const make = (prefix: TokenPrefix, sub: string, isEndless: boolean) => {
    const exp = isEndless ? {} : { exp: now() + accessTokenSeconds * 1000 };
    return signToken(prefix, { sub, gen: generation(sub), jti: newId(), ...exp }, secret);
  };
  const isExpired = (exp: number | undefined) => exp !== undefined && exp <= now();

  return {
    refreshTokenFor: (sellingPartnerId) => make('Atzr', sellingPartnerId, true),
    accessTokenFor: (sellingPartnerId) => make('Atza', sellingPartnerId, false),
    grantlessToken: (scope) => make('Atzg', scope, false),
    findRefresh(refreshToken) {
      const found = readToken('Atzr', refreshToken, secret);
      if (!found || !isSeller(found.sub) || found.gen < generation(found.sub)) return undefined;
      return found.sub;
    },
    findAccess(accessToken) {
      const grantless = readToken('Atzg', accessToken, secret);
      if (grantless) return { kind: 'grantless', scope: grantless.sub, isExpired: isExpired(grantless.exp) };
      const found = readToken('Atza', accessToken, secret);
      if (!found || !isSeller(found.sub)) return undefined;
      const isRevoked = found.gen < generation(found.sub);
      return { kind: 'seller', sellingPartnerId: found.sub, isExpired: isExpired(found.exp), isRevoked };
    },
    revoke: (sellingPartnerId) => void generations.set(sellingPartnerId, generation(sellingPartnerId) + 1),
  };
}

const claims = z.object({
  /** The selling partner id, or the scope of a grantless token. */
  sub: z.string(),
  /** Token generation: the number of times the seller had withdrawn its consent when the token was issued. */
  gen: z.number(),
  /** Expiry in milliseconds since 1970; absent in refresh tokens, which do not expire. */
  exp: z.optional(z.number()),
  /** Unique id, so that two tokens issued in the same millisecond differ. */
  jti: z.string(),
});
type Claims = z.infer<typeof claims>;

/** Tokens start with a readable prefix for their purpose, as Amazon's do. */
type TokenPrefix = 'Atzr' | 'Atza' | 'Atzg';

/** Signs a self-contained token, so that tokens in a product's database stay valid when the sandbox restarts. */
function signToken(prefix: TokenPrefix, content: Claims, secret: string): string {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${prefix}|${body}.${signature(prefix, body, secret)}`;
}

function readToken(prefix: TokenPrefix, token: string, secret: string): Claims | undefined {
  const [, body, signed] = /^\w+\|([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (body === undefined || signed === undefined || !token.startsWith(`${prefix}|`)) return undefined;
  const expected = Buffer.from(signature(prefix, body, secret));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

const signature = (prefix: TokenPrefix, body: string, secret: string): string =>
  createHmac('sha256', secret).update(`${prefix}.${body}`).digest('base64url');
