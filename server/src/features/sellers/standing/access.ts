import type { Context } from '../../../context.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { decryptSecret, type SecretPlace } from '../../../lib/secrets.ts';
import { findStoredAccess, type SellerKey } from '../queries.ts';
import { AccountStanding, type StandingContext } from './standing.ts';
import { listRefusals } from './refusal-queries.ts';

interface SellerIdentity {
  readonly tenantId: string;
  readonly sellingPartnerId: string;
  readonly region: string;
}

/**
 * The place of a stored refresh token, to which its encryption is bound. It names the row by its natural key, because
 * the id is not known before the insert.
 */
export const refreshTokenPlace = ({ tenantId, sellingPartnerId, region }: SellerIdentity): SecretPlace => ({
  tenantId,
  row: `seller_accounts/${sellingPartnerId}/${region}`,
  purpose: 'refresh_token',
});

export type AccessContext = StandingContext & Pick<Context, 'keys'>;
/** The access to a connected account, which always has a standing. */
export type KeptAccess = Required<SellerAccess>;

/**
 * Loads the access for calls in this seller's name. Returns `null` if the account does not exist any more. Throws
 * `UnknownKey` while the key of the token is not configured: that is an error of the operator, so the account keeps its
 * state.
 */
export async function findSellerAccess(
  ctx: AccessContext,
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
): Promise<KeptAccess | null> {
  const [stored, refusals] = await Promise.all([
    findStoredAccess(tx, { tenantId, sellerAccountId }),
    listRefusals(tx, { tenantId, sellerAccountId }),
  ]);
  if (!stored) return null;
  const { sellingPartnerId, region, encryptedRefreshToken } = stored;
  const place = refreshTokenPlace({ tenantId, sellingPartnerId, region });
  const standing = new AccountStanding(ctx, { tenantId, sellerAccountId }, { stored, refusals });
  return { sellingPartnerId, region, refreshToken: decryptSecret(ctx.keys, place, encryptedRefreshToken), standing };
}
