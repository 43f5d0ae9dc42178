import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Program } from '../../../http/actor.ts';
import { lacksScope } from '../../../http/lacks-scope.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { secondsUntil } from '../../../lib/throttle.ts';
import {
  countCall,
  findCountingToken,
  findTenantOfToken,
  findToken,
  noteTokenUse,
  type CallWindow,
} from './token-queries.ts';
import { isTokenText } from './token-text.ts';

const callsPerMinute = 300;

type ProgramContext = Pick<Context, 'db' | 'clock' | 'config'>;

/** The interface that a program calls. */
interface CalledInterface {
  /** The path of the interface, such as `/api/v1`. */
  readonly path: `/${string}`;
  /** The scope that a token needs; `undefined` if any token suffices. */
  readonly scope: TokenScope | undefined;
}

/**
 * Admits a call of a program by its bearer token (RFC 6750). The rights are read at each call, so that the program
 * loses a right at the same time as the person.
 */
export async function admitProgram(
  ctx: ProgramContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { path, scope }: CalledInterface,
): Promise<Program> {
  refuseTokenInAddress(request);
  const text = bearerOf(request);
  const resource = `${ctx.config.publicUrl}${path}`;
  const needed = [
    ...(scope ? [`scope="${scope}"`] : []),
    `resource_metadata="${ctx.config.publicUrl}/.well-known/oauth-protected-resource${path}"`,
  ].join(', ');
  const found = text === null || !isBearerText(text) ? null : await takeCall(ctx, hashToken(text), resource);
  if (!found) {
    reply.header('www-authenticate', `Bearer ${text === null ? '' : 'error="invalid_token", '}${needed}`);
    throw new AppError('invalidToken');
  }
  const { program, window } = found;
  limitCalls(reply, window, ctx.clock.now());
  if (program.lacksTwoFactor) throw new AppError('twoFactorNeeded');
  if (scope && !program.token.scopes.includes(scope)) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", ${needed}`);
    throw lacksScope(scope);
  }
  return program;
}

/** A token in the URL is not accepted, because URLs end up in logs and browser histories. */
function refuseTokenInAddress({ url }: FastifyRequest): void {
  if (/[?&](?:access_token|token)=|[?&=]wp_[a-z]{3}_/.test(url)) {
    throw new AppError('badRequest', { text: 'A token belongs into the Authorization header, not into the address' });
  }
}

/** Returns the bearer token of the request, or `null` if there is none. */
function bearerOf(request: FastifyRequest): string | null {
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  return text === '' ? null : text;
}

const isBearerText = (text: string): boolean => isTokenText(text, 'personal') || isTokenText(text, 'access');

interface TakenCall {
  readonly program: Program;
  readonly window: CallWindow;
}

async function takeCall({ db, clock }: ProgramContext, tokenHash: string, called: string): Promise<TakenCall | null> {
  const tenantId = await findTenantOfToken(db.global, tokenHash);
  if (tenantId === null) return null;
  const now = clock.now();
  return db.tenant(tenantId, async (tx) => {
    const token = await findToken(tx, { tenantId, tokenHash });
    if (!token || token.expiresAt <= now || !isFor(token.resource, called)) return null;
    const { accessTokenId, authorizationId, emailAddressId, email, scopes, expiresAt } = token;
    await noteTokenUse(tx, { tenantId, accessTokenId, now, unlessAfter: new Date(now.getTime() - minuteMs) });
    // A program can have many tokens of one authorisation, which it gets without its person.
    const first = authorizationId === null ? null : await findCountingToken(tx, { tenantId, authorizationId });
    const counted = { tenantId, accessTokenId: first ?? accessTokenId, now };
    const window = await countCall(tx, { ...counted, limit: callsPerMinute, windowMs: minuteMs });
    const { isPrimary: isOwner, hiddenSellerAccountIds, isServed, lacksTwoFactor } = token;
    const actor = { tenantId, emailAddressId, email, isOwner, hiddenSellerAccountIds, isServed, lacksTwoFactor };
    return {
      program: { ...actor, sessionHash: '', token: { accessTokenId, authorizationId, scopes, expiresAt } },
      window,
    };
  });
}

/**
 * RFC 8707: a token for the whole installation is valid for each interface, any other token for its own interface only.
 */
const isFor = (resource: string | null, called: string): boolean =>
  resource === null || called === resource || called.startsWith(`${resource}/`);

/** Sends the limit of calls in the headers of draft-ietf-httpapi-ratelimit-headers, and throws if it is exceeded. */
function limitCalls(reply: FastifyReply, { calls, windowFrom }: CallWindow, now: Date): void {
  const seconds = secondsUntil(new Date(windowFrom.getTime() + minuteMs), now);
  reply.header('ratelimit-policy', `"token";q=${callsPerMinute};w=${minuteMs / 1000}`);
  reply.header('ratelimit', `"token";r=${Math.max(0, callsPerMinute - calls)};t=${seconds}`);
  if (calls <= callsPerMinute) return;
  const text = `A program may make ${callsPerMinute} calls in a minute`;
  throw new AppError('tooManyRequests', { text, retryAfterSeconds: seconds });
}
