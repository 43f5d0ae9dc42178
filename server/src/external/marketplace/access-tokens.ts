import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import { hashToken } from '../../lib/secrets.ts';
import { malformedAnswer, parseAnswer } from './answer.ts';
import { ApplicationRefused, AuthorizationLost, ExternalError } from './external-error.ts';
import type { Transport } from './transport.ts';

const service = 'login with amazon';
/** A token that is about to end might end on its way. */
const spareMs = 60_000;
/** Long-lived processes of many sellers must not keep every token that they ever saw. */
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
  /** An access token of the seller; asked for once however many calls need it at the same time. */
  ofSeller(refreshToken: string): Promise<string>;
  /** Asks for another access token, whatever this process has in hand. */
  renew(refreshToken: string): Promise<void>;
  /** For operations that concern the application alone. */
  grantless(scope: string): Promise<string>;
  /** The marketplace did not take it: the next call asks for a new one. */
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
    throw refused(response.status, failure.safeParse(await response.json().catch(() => null)).data?.error);
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

/** Amazon's errors for an id or a secret that is wrong or expired, and for rights that the application lacks. */
const errorsOfApplication = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

function refused(status: number, error: string | undefined): ExternalError {
  const reason = error?.slice(0, 100) ?? `status ${status}`;
  if (error === 'invalid_grant') return new AuthorizationLost(service, reason);
  if (error !== undefined && errorsOfApplication.has(error)) return new ApplicationRefused(service, reason);
  const isPermanent = status < 500 && status !== 429;
  return new ExternalError(service, reason, { isPermanent });
}
