import { AppError } from '@app/shared/base/errors.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { createAccessToken, listAccessTokens } from '@app/shared/contract/access-tokens.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { holdSession } from '../sessions/hold-session.ts';
import { countTokensOf, deleteTokenFor, insertToken, listTokensFor } from './token-queries.ts';
import { newTokenText } from './token-text.ts';

const mostTokens = 50;

type TokenContext = Pick<Context, 'db' | 'clock' | 'random'>;

export async function listTokens({ db }: Pick<Context, 'db'>, actor: Actor): Promise<Answer<typeof listAccessTokens>> {
  const tokens = await db.tenant(actor.tenantId, (tx) => listTokensFor(tx, actor));
  return {
    tokens: tokens.map(({ emailAddressId, createdAt, expiresAt, lastUsedAt, ...token }) => ({
      ...token,
      isOwn: emailAddressId === actor.emailAddressId,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

type TokenWish = ParsedRequest<typeof createAccessToken>['body'];

/** Creates a token. Only its hash is stored, so that the answer is the only place that contains it. */
export async function createToken(
  { db, clock, random }: TokenContext,
  actor: Actor,
  { name, scopes, expiresInDays }: TokenWish,
): Promise<Answer<typeof createAccessToken>> {
  const now = clock.now();
  const token = newTokenText(random, 'personal');
  const expiresAt = new Date(now.getTime() + expiresInDays * dayMs);
  const wanted = [...new Set(scopes)];
  const { tenantId, emailAddressId, email } = actor;
  const id = await db.tenant(tenantId, async (tx) => {
    // Its lock also keeps two concurrent calls from exceeding the limit of tokens.
    await holdSession(tx, actor);
    if ((await countTokensOf(tx, actor)) >= mostTokens) throw new AppError('tokenLimit');
    const details = { scopes: wanted, expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, [
      { tenantId, at: now, actor: email, action: 'access token created', subject: name, details },
    ]);
    const given = { tenantId, emailAddressId, tokenHash: hashToken(token), name, scopes: wanted };
    return insertToken(tx, { ...given, createdAt: now, expiresAt });
  });
  return { id, token, expiresAt: expiresAt.toISOString() };
}

export async function revokeToken(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  accessTokenId: string,
): Promise<void> {
  const { tenantId, email } = actor;
  await db.tenant(tenantId, async (tx) => {
    const name = await deleteTokenFor(tx, actor, accessTokenId);
    if (name === null) throw new AppError('notFound');
    await recordAudit(tx, [{ tenantId, at: clock.now(), actor: email, action: 'access token revoked', subject: name }]);
  });
}
