import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { secondsUntil } from '../../../lib/throttle.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { tellOfReuse } from '../../auth/access-tokens/tell-of-reuse.ts';
import { findTenantOfToken } from '../../auth/access-tokens/token-queries.ts';
import { isTokenText, newTokenText } from '../../auth/access-tokens/token-text.ts';
import { mayGetTokens } from '../clients/find-client.ts';
import { parseScopes } from '../consent/authorization-request.ts';
import { resourceOf } from '../resources.ts';
import {
  endAccessToken,
  endAuthorization,
  findNthNewest,
  insertAuthorization,
  lockRefreshToken,
  noteRefresh,
  renewals,
  type AuthorizationKey,
  type FoundRefreshToken,
} from './authorization-queries.ts';
import { lockCode, noteExchange, type FoundCode } from './code-queries.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { nextRefreshTokens } from './next-refresh-token.ts';
import { OAuthError } from './oauth-error.ts';
import { requireParameter, type Form } from './token-request.ts';

export type ExchangeContext = Pick<Context, 'db' | 'clock' | 'random' | 'config' | 'keys'>;

interface TokenRequest {
  readonly clientId: string;
  readonly form: Form;
}

const again = 'Please connect the program again';
const badCode = () =>
  new OAuthError('invalid_grant', `This code is unknown, out of date, used or not of this client. ${again}`);
const badToken = () =>
  new OAuthError('invalid_grant', `This refresh token is unknown, out of date, used or revoked. ${again}`);

/** Exchanges a code for tokens. A code that is exchanged again was stolen, so the authorisation that it gave ends. */
export async function exchangeCode(ctx: ExchangeContext, { clientId, form }: TokenRequest): Promise<IssuedTokens> {
  const code = requireParameter(form, 'code');
  const verifier = requireParameter(form, 'code_verifier');
  const now = ctx.clock.now();
  const issued = await inTenantOf(ctx, { text: code, kind: 'code' }, async (tx, { tenantId, tokenHash }) => {
    const found = await lockCode(tx, { tenantId, codeHash: tokenHash });
    if (!found || found.clientId !== clientId || !mayGetTokens(ctx, clientId)) return null;
    if (found.authorizationId !== null) {
      const { authorizationId, emailAddressId } = found;
      await endForReuse(ctx, tx, { tenantId, authorizationId, emailAddressId, reason: 'Its code was used twice' });
      return null;
    }
    const isBound = isReturnOf(found, form) && isVerified(found, verifier);
    if (!isBound || found.expiresAt <= now) return null;
    refuseOtherResource(ctx, form, found.resource);
    const authorizationId = await insertAuthorization(tx, { ...found, now });
    await noteExchange(tx, { ...found, authorizationId });
    const refresh = newTokenText(ctx.random, 'refresh');
    return issueTokens(ctx, tx, { ...found, authorizationId, authorizedAt: now, refresh });
  });
  if (!issued) throw badCode();
  return issued;
}

/** Programs of OAuth 2.0 name their return again; those of OAuth 2.1 do not (its section 10.2), as the verifier suffices. */
const isReturnOf = ({ redirectUri }: FoundCode, form: Form): boolean =>
  (form.get('redirect_uri') ?? redirectUri) === redirectUri;

/** RFC 7636 with S256. */
const isVerified = ({ codeChallenge }: FoundCode, verifier: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === codeChallenge;

/**
 * A program may repeat an exchange within this time, because an answer was lost or because two of its processes renew
 * at the same time.
 */
const overlapMs = 30_000;

/**
 * Exchanges a refresh token for new tokens. A repeated exchange gets the same next refresh token for a short time, until
 * that one is used; any other reuse ends the authorisation, because it cannot be told from a thief's.
 */
export async function refreshTokens(ctx: ExchangeContext, { clientId, form }: TokenRequest): Promise<IssuedTokens> {
  const text = requireParameter(form, 'refresh_token');
  const now = ctx.clock.now();
  const issued = await inTenantOf(ctx, { text, kind: 'refresh' }, async (tx, { tenantId, tokenHash }) => {
    const found = await lockRefreshToken(tx, { tenantId, tokenHash });
    if (!found || found.clientId !== clientId || !mayGetTokens(ctx, clientId)) return null;
    const nextTokens = nextRefreshTokens(ctx.keys, text);
    let [refresh] = nextTokens;
    if (found.usedAt !== null) {
      const given = await lockUnused(tx, tenantId, nextTokens);
      if (given === null || now.getTime() - found.usedAt.getTime() >= overlapMs) {
        await endForReuse(ctx, tx, { tenantId, ...found, reason: 'A refresh token was used twice' });
        return null;
      }
      refresh = given;
    }
    if (found.expiresAt <= now) return null;
    refuseOtherResource(ctx, form, found.resource);
    const scopes = narrowedScopes(form, found);
    await limitRenewals(tx, { tenantId, ...found, now });
    if (found.usedAt === null) await noteRefresh(tx, { tenantId, tokenHash, now });
    return issueTokens(ctx, tx, { ...found, tenantId, scopes, refresh });
  });
  if (!issued) throw badToken();
  return issued;
}

async function limitRenewals(tx: Tx, { now, ...key }: AuthorizationKey & { readonly now: Date }): Promise<void> {
  const windowFrom = now.getTime() - renewals.windowMs;
  const issuedAt = await findNthNewest(tx, { ...key, n: renewals.most });
  if (issuedAt === null || issuedAt.getTime() <= windowFrom) return;
  const text = `A program may renew its tokens ${renewals.most} times in 15 minutes`;
  const freeAt = new Date(issuedAt.getTime() + renewals.windowMs);
  throw new OAuthError('temporarily_unavailable', text, secondsUntil(freeAt, now));
}

/** Returns the refresh token among these that was given out and is still unused; `null` if there is none. */
async function lockUnused(tx: Tx, tenantId: string, tokens: readonly string[]): Promise<string | null> {
  for (const token of tokens) {
    const found = await lockRefreshToken(tx, { tenantId, tokenHash: hashToken(token) });
    if (found) return found.usedAt === null ? token : null;
  }
  return null;
}

/** A refresh may ask for less than the person has allowed, never for more. */
function narrowedScopes(form: Form, { scopes }: FoundRefreshToken) {
  if (!form.get('scope')) return scopes;
  const wanted = parseScopes(form.get('scope'));
  if (!wanted?.every((scope) => scopes.includes(scope))) {
    throw new OAuthError('invalid_scope', 'The scope is more than the person has allowed');
  }
  return wanted;
}

function refuseOtherResource({ config }: ExchangeContext, form: Form, resource: string): void {
  if (form.has('resource') && resourceOf(config.publicUrl, form.get('resource')) !== resource) {
    throw new OAuthError('invalid_target', 'The authorization is for another resource');
  }
}

/** Revokes a token (RFC 7009): a refresh token ends the authorisation. An unknown token gets the same answer. */
export async function revoke(ctx: ExchangeContext, { clientId, form }: TokenRequest): Promise<void> {
  const text = requireParameter(form, 'token');
  await inTenantOf(ctx, { text, kind: 'refresh' }, async (tx, { tenantId, tokenHash }) => {
    const found = await lockRefreshToken(tx, { tenantId, tokenHash });
    if (found?.clientId === clientId) await end(ctx, tx, { tenantId, ...found, reason: 'The program gave it back' });
    return null;
  });
  await inTenantOf(ctx, { text, kind: 'access' }, async (tx, { tenantId, tokenHash }) => {
    await endAccessToken(tx, { tenantId, tokenHash, clientId, now: ctx.clock.now() });
    return null;
  });
}

interface Ending extends AuthorizationKey {
  readonly reason: string;
}

/**
 * Ends an authorisation and records why, because its hooks end with it and nobody of the tenant has asked for it. Returns
 * the name of the program; `null` if the authorisation has ended before.
 */
async function end({ clock }: ExchangeContext, tx: Tx, { reason, ...key }: Ending): Promise<string | null> {
  const subject = await endAuthorization(tx, key);
  if (subject === null) return null;
  const event = { actor: 'watchpost', action: 'authorization revoked', subject, details: { reason } };
  await recordAudit(tx, [{ tenantId: key.tenantId, at: clock.now(), ...event }]);
  return subject;
}

/** Ends an authorisation whose code or token was used twice, and tells its person. */
async function endForReuse(
  ctx: ExchangeContext,
  tx: Tx,
  ending: Ending & { readonly emailAddressId: string },
): Promise<void> {
  const clientName = await end(ctx, tx, ending);
  if (clientName !== null) await tellOfReuse(ctx, tx, { ...ending, clientName });
}

interface TokenText {
  readonly text: string;
  readonly kind: Parameters<typeof isTokenText>[1];
}

interface TokenPlace {
  readonly tenantId: string;
  readonly tokenHash: string;
}

/** Runs the work in the tenant of the token. Returns `null` for a token without a tenant. */
async function inTenantOf<T>(
  { db }: ExchangeContext,
  { text, kind }: TokenText,
  work: (tx: Tx, place: TokenPlace) => Promise<T | null>,
): Promise<T | null> {
  if (!isTokenText(text, kind)) return null;
  const tokenHash = hashToken(text);
  const tenantId = await findTenantOfToken(db.global, tokenHash);
  return tenantId === null ? null : db.tenant(tenantId, (tx) => work(tx, { tenantId, tokenHash }));
}
