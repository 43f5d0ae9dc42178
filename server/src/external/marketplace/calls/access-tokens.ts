import * as z from 'zod/mini';
import type { Clock } from '../../../lib/clock.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { askForToken, type TokenEndpointConfig, type TokenForm } from '../../oauth/token-endpoint.ts';
import { parseAnswer } from '../answers/answer.ts';
import type { Transport } from './transport.ts';

const service = 'login with amazon';
/** A token is renewed this long before it expires, because it could expire on the way to Amazon. */
const spareMs = 60_000;
/** Limits the memory of a long-lived process that serves many sellers. */
const maxTokens = 20_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const codeAnswer = z.object({ refresh_token: z.string() });

export type LwaConfig = TokenEndpointConfig;

export interface AccessTokens {
  exchangeCode(input: { readonly code: string; readonly redirectUri: string }): Promise<{ refreshToken: string }>;
  /** Returns an access token of the seller. Concurrent calls share one request. */
  ofSeller(refreshToken: string): Promise<string>;
  /** Requests a new access token, even if the cached one is still valid. */
  renew(refreshToken: string): Promise<void>;
  /** Returns a token for operations that concern the application instead of a seller. */
  grantless(scope: string): Promise<string>;
  /** Drops a token that the marketplace has rejected, so that the next call requests a new one. */
  forget(accessToken: string): void;
}

export function createAccessTokens(config: LwaConfig, transport: Transport, clock: Clock): AccessTokens {
  const known = new Map<string, { token: Promise<string>; value?: string; expiresAt: number }>();

  const ask = (form: TokenForm): Promise<unknown> => askForToken({ service, config, transport }, form);

  function tokenFor(key: string, form: TokenForm): Promise<string> {
    const found = known.get(key);
    if (found && found.expiresAt - spareMs > clock.now().getTime()) return found.token;
    if (known.size >= maxTokens) known.clear();
    const entry: { token: Promise<string>; value?: string; expiresAt: number } = {
      expiresAt: Number.POSITIVE_INFINITY,
      token: ask(form).then((body) => {
        const answer = parseAnswer(service, tokenAnswer, body);
        entry.value = answer.access_token;
        entry.expiresAt = clock.now().getTime() + answer.expires_in * 1000;
        return answer.access_token;
      }),
    };
    known.set(key, entry);
    entry.token.catch(() => known.delete(key));
    return entry.token;
  }

  const ofSeller = (refreshToken: string): Promise<string> =>
    tokenFor(hashToken(refreshToken), { grant_type: 'refresh_token', refresh_token: refreshToken });

  return {
    async exchangeCode({ code, redirectUri }) {
      const body = await ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
      return { refreshToken: parseAnswer(service, codeAnswer, body).refresh_token };
    },
    ofSeller,
    async renew(refreshToken) {
      known.delete(hashToken(refreshToken));
      await ofSeller(refreshToken);
    },
    grantless: (scope) => tokenFor(`scope ${scope}`, { grant_type: 'client_credentials', scope }),
    forget: (accessToken) => {
      for (const [key, entry] of known) if (entry.value === accessToken) known.delete(key);
    },
  };
}
