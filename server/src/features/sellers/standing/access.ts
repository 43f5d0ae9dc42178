import type { Context } from '../../../context.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { decryptSecret, UnknownKey, type SecretPlace } from '../../../lib/secrets.ts';
import { findStoredAccess, type SellerKey } from '../queries.ts';
import { AccountStanding, type StandingContext } from './standing.ts';
import { listRefusals } from './refusal-queries.ts';

interface SellerIdentity {
  readonly tenantId: string;
  readonly sellingPartnerId: string;
  readonly region: string;
}

/**
 * The place of a stored refresh token, which its encryption is bound to. The row is named by its natural key, because
 * its id is not known before the insert.
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
 * Loads the access for calls in this seller's name. `null` if the account does not exist any more. A token whose key is
 * not configured counts as lost: no call is admitted, and the account is shown as one to authorise again. A probe finds
 * it back once the key is there.
 */
export async function findSellerAccess(
  ctx: AccessContext,
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
): Promise<KeptAccess | null> {
  const stored = await findStoredAccess(tx, { tenantId, sellerAccountId });
  if (!stored) return null;
  const { sellingPartnerId, region, encryptedRefreshToken } = stored;
  const place = refreshTokenPlace({ tenantId, sellingPartnerId, region });
  const refusals = await listRefusals(tx, { tenantId, sellerAccountId });
  const standing = new AccountStanding(ctx, { tenantId, sellerAccountId }, { stored, refusals });
  const refreshToken = openToken(ctx.keys, place, encryptedRefreshToken);
  if (refreshToken === null) await standing.noteLossIn(tx);
  return { sellingPartnerId, region, refreshToken: refreshToken ?? '', standing };
}

function openToken(keys: Context['keys'], place: SecretPlace, encrypted: string): string | null {
  try {
    return decryptSecret(keys, place, encrypted);
  } catch (error) {
    if (error instanceof UnknownKey) return null;
    throw error;
  }
}

/** Like `findSellerAccess`, but throws if the account does not exist. */
export async function getSellerAccess(ctx: AccessContext, tx: Tx, key: SellerKey): Promise<KeptAccess> {
  const access = await findSellerAccess(ctx, tx, key);
  if (!access) throw new Error(`There is no seller account ${key.sellerAccountId}`);
  return access;
}
