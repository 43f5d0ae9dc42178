import { createHash } from 'node:crypto';
import type { WorldClock } from '../world/clock.ts';

/** The people with a Google account in this world. */
export const googleAccounts = [
  { sub: '104000000000000000001', email: 'sheets@brightkeel.example' },
  { sub: '104000000000000000002', email: 'books@brightkeel.example' },
] as const;

type GoogleAccount = (typeof googleAccounts)[number];

const codeMs = 600_000;
export const accessTokenSeconds = 3599;
/** Google keeps this many refresh tokens per account and application. A new token invalidates the oldest one. */
const mostRefreshTokens = 100;

export interface Grant {
  readonly account: GoogleAccount;
  readonly scopes: readonly string[];
}

interface Code extends Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly until: number;
}

interface Access extends Grant {
  readonly until: number;
}

export interface Grants {
  issueCode(code: Omit<Code, 'until'>): string;
  /** Redeems a code. The code becomes invalid even if the address or the verifier does not match. */
  redeem(code: string, redirectUri: string, verifier: string): Grant | undefined;
  issueRefresh(grant: Grant): string;
  findRefresh(token: string): Grant | undefined;
  issueAccess(grant: Grant): string;
  findAccess(token: string): Grant | undefined;
  /** Ends all tokens of the account to which this token belongs, as Google does; false for an unknown token. */
  revoke(token: string): boolean;
  revokeAccount(email: string): void;
  /** Makes all access tokens expire immediately. */
  expireAccess(): void;
}

export function createGrants({ clock, newId }: { clock: WorldClock; newId: () => string }): Grants {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, Grant>();
  const accessTokens = new Map<string, Access>();
  const now = () => clock.now().getTime();
  const id = () => newId().replaceAll('-', '');

  function revokeAccount(email: string): void {
    for (const tokens of [refreshTokens, accessTokens]) {
      for (const [token, { account }] of tokens) if (account.email === email) tokens.delete(token);
    }
  }

  return {
    issueCode(code) {
      const text = `4/0A${id()}`;
      codes.set(text, { ...code, until: now() + codeMs });
      return text;
    },
    redeem(text, redirectUri, verifier) {
      const code = codes.get(text);
      codes.delete(text);
      if (!code || code.until <= now() || code.redirectUri !== redirectUri) return undefined;
      return createHash('sha256').update(verifier).digest('base64url') === code.challenge ? code : undefined;
    },
    issueRefresh(grant) {
      const token = `1//0${id()}`;
      refreshTokens.set(token, grant);
      const ofAccount = [...refreshTokens].filter(([, { account }]) => account.sub === grant.account.sub);
      for (const [old] of ofAccount.slice(0, -mostRefreshTokens)) refreshTokens.delete(old);
      return token;
    },
    findRefresh: (token) => refreshTokens.get(token),
    issueAccess(grant) {
      const token = `ya29.${id()}`;
      accessTokens.set(token, { ...grant, until: now() + accessTokenSeconds * 1000 });
      return token;
    },
    findAccess(token) {
      const access = accessTokens.get(token);
      return access && access.until > now() ? access : undefined;
    },
    revoke(token) {
      const grant = refreshTokens.get(token) ?? accessTokens.get(token);
      if (grant) revokeAccount(grant.account.email);
      return grant !== undefined;
    },
    revokeAccount,
    expireAccess: () => accessTokens.clear(),
  };
}
