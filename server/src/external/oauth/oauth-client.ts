import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { maybe, parseAnswer } from '../marketplace/answers/answer.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import { askForToken, type TokenEndpointConfig, type TokenForm } from './token-endpoint.ts';

interface OAuthConfig extends TokenEndpointConfig {
  /** The address that revokes tokens; `null` for a service where only its user can revoke. */
  readonly revokeUrl: string | null;
}

/** The tokens that a service hands out. */
export interface Grant {
  readonly accessToken: string;
  readonly accessExpiresAt: Date;
  /** The refresh token; `null` if the service handed out none, as it may when a token is refreshed. */
  readonly refreshToken: string | null;
  /** The rights that the user gave; `null` if the service does not name them because all were given. */
  readonly scopes: readonly string[] | null;
  readonly idToken: string | null;
}

interface Code {
  readonly code: string;
  readonly redirectUri: string;
  /** The PKCE verifier, or `null` for a service without PKCE. */
  readonly verifier: string | null;
}

export interface OAuthClient {
  readonly clientId: string;
  exchangeCode(code: Code): Promise<Grant>;
  refresh(refreshToken: string): Promise<Grant>;
  /** A token that the service does not know any more counts as revoked. */
  revoke(token: string): Promise<void>;
}

const usualLimits = { timeoutMs: 8_000, totalMs: 20_000 };

const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.gte(0), z.lte(31_536_000)),
  refresh_token: maybe(z.string()),
  scope: maybe(z.string()),
  id_token: maybe(z.string()),
});

interface OAuthParts {
  /** The name of the service in errors and the log. */
  readonly service: string;
  readonly config: OAuthConfig;
  readonly clock: Clock;
  readonly random: Random;
  /** The time limit of one attempt, and that of all attempts of a call together. */
  readonly limits?: typeof usualLimits;
}

/** A client of the token endpoint of an OAuth 2 service at which our application is registered. */
export function createOAuthClient({ service, config, clock, random, limits = usualLimits }: OAuthParts): OAuthClient {
  const transport = createTransport({ clock, random, timeoutMs: limits.timeoutMs });

  async function ask(form: TokenForm): Promise<Grant> {
    const askedAt = clock.now().getTime();
    const answer = await askForToken({ service, config, transport }, form, AbortSignal.timeout(limits.totalMs));
    const token = parseAnswer(service, tokenAnswer, answer);
    return {
      accessToken: token.access_token,
      accessExpiresAt: new Date(askedAt + token.expires_in * 1000),
      refreshToken: token.refresh_token,
      scopes: token.scope === null ? null : token.scope.split(' '),
      idToken: token.id_token,
    };
  }

  return {
    clientId: config.clientId,
    exchangeCode: ({ code, redirectUri, verifier }) =>
      ask({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier !== null && { code_verifier: verifier }),
      }),
    refresh: (refreshToken) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(token) {
      if (config.revokeUrl === null) return;
      const { status } = await transport.send(service, config.revokeUrl, {
        method: 'POST',
        body: new URLSearchParams({ token }),
        signal: AbortSignal.timeout(limits.totalMs),
      });
      if (status === 200 || status === 400) return;
      throw new ExternalError(service, `status ${status}`, { isPermanent: false, status });
    },
  };
}
