import { readToken, signToken, type TokenPrefix } from './signing.ts';

/** Login with Amazon: an access token lives an hour, whatever the speed of the world. */
export const accessTokenSeconds = 3600;

export type AccessToken =
  | { kind: 'seller'; sellingPartnerId: string; expired: boolean; revoked: boolean }
  | { kind: 'grantless'; scope: string; expired: boolean };

export interface Tokens {
  refreshTokenFor(sellingPartnerId: string): string;
  /** The selling partner whose standing consent this refresh token is. */
  findRefresh(refreshToken: string): string | undefined;
  accessTokenFor(sellingPartnerId: string): string;
  grantlessToken(scope: string): string;
  findAccess(accessToken: string): AccessToken | undefined;
  /** The seller withdraws the consent: every token given so far is dead, a new consent gives live ones. */
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

  const make = (prefix: TokenPrefix, sub: string, endless: boolean) => {
    const exp = endless ? {} : { exp: now() + accessTokenSeconds * 1000 };
    return signToken(prefix, { sub, gen: generation(sub), jti: newId(), ...exp }, secret);
  };
  const expired = (exp: number | undefined) => exp !== undefined && exp <= now();

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
      if (grantless) return { kind: 'grantless', scope: grantless.sub, expired: expired(grantless.exp) };
      const found = readToken('Atza', accessToken, secret);
      if (!found || !isSeller(found.sub)) return undefined;
      const revoked = found.gen < generation(found.sub);
      return { kind: 'seller', sellingPartnerId: found.sub, expired: expired(found.exp), revoked };
    },
    revoke: (sellingPartnerId) => void generations.set(sellingPartnerId, generation(sellingPartnerId) + 1),
  };
}
