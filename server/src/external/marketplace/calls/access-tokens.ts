import * as z from 'zod/mini';
import type { Clock } from '../../../lib/clock.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { malformedAnswer, parseAnswer } from '../answers/answer.ts';
import { ApplicationRefused, AuthorizationLost, ExternalError } from '../external-error.ts';
import type { Transport } from './transport.ts';

const service = 'login with amazon';
/** A token is renewed this long before it expires, because it could expire on the way to Amazon. */
const spareMs = 60_000;
/** Limits the memory of a long-lived process that serves many sellers. */
const maxTokens = 20_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const codeAnswer = z.object({ refresh_token: z.string() });
const failure = z.object({ error: z.string() });

export interface LwaConfig {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

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

type Form = Readonly<Record<string, string>>;

export function createAccessTokens(config: LwaConfig, transport: Transport, clock: Clock): AccessTokens {
  const known = new Map<string, { token: Promise<string>; value?: string; expiresAt: number }>();

  async function ask(form: Form): Promise<unknown> {
    const body = new URLSearchParams({ ...form, client_id: config.clientId, client_secret: config.clientSecret });
    const response = await transport.send(service, config.tokenUrl, { method: 'POST', body });
    if (response.status === 200) {
      return response.json().catch((cause: unknown) => {
        throw malformedAnswer(service, 'not JSON', cause);
      });
    }
    throw tokenError(response.status, failure.safeParse(await response.json().catch(() => null)).data?.error);
  }

  function tokenFor(key: string, form: Form): Promise<string> {
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

/** Amazon's error codes for a wrong or expired application id or secret, and for rights that the application lacks. */
const errorsOfApplication = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

function tokenError(status: number, error: string | undefined): ExternalError {
  const reason = error?.slice(0, 100) ?? `status ${status}`;
  if (error === 'invalid_grant') return new AuthorizationLost(service, reason);
  if (error !== undefined && errorsOfApplication.has(error)) return new ApplicationRefused(service, reason);
  const isPermanent = status < 500 && status !== 429;
  return new ExternalError(service, reason, { isPermanent });
}
