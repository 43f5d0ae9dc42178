import { dayMs, hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { authorizationMs } from '../../accounts/authorization-lifetime.ts';
import { newTokenText } from '../../auth/access-tokens/token-text.ts';
import { insertTokenPair, type NewTokenPair } from './authorization-queries.ts';

const lifetimes = { accessMs: hourMs, refreshMs: 30 * dayMs } as const;

export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

interface Holder extends Pick<
  NewTokenPair,
  'tenantId' | 'authorizationId' | 'emailAddressId' | 'clientName' | 'scopes'
> {
  readonly authorizedAt: Date;
  /** The text of the new refresh token. */
  readonly refresh: string;
}

/** Issues an access token, and a refresh token that can be exchanged once. */
export async function issueTokens(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  tx: Tx,
  holder: Holder,
): Promise<IssuedTokens> {
  const access = newTokenText(random, 'access');
  const { refresh } = holder;
  const now = clock.now();
  const end = Math.min(now.getTime() + lifetimes.refreshMs, holder.authorizedAt.getTime() + authorizationMs);
  await insertTokenPair(tx, {
    ...holder,
    accessHash: hashToken(access),
    refreshHash: hashToken(refresh),
    now,
    accessExpiresAt: new Date(now.getTime() + lifetimes.accessMs),
    refreshExpiresAt: new Date(end),
  });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: lifetimes.accessMs / 1000,
    refresh_token: refresh,
    scope: holder.scopes.join(' '),
  };
}
