import type { Context } from '../../context.ts';
import type { SellerAccess } from '../../external/marketplace/seller-access.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { decryptSecret, type SecretPlace } from '../../lib/secrets.ts';
import { findStoredAccess, lockUnmarkedAccount, setMayNeedReauthorization, type SellerKey } from './queries.ts';

interface SellerIdentity {
  readonly tenantId: string;
  readonly sellingPartnerId: string;
  readonly region: string;
}

/** The row is named by its natural key, because its id is not known before it is written. */
export const refreshTokenPlace = ({ tenantId, sellingPartnerId, region }: SellerIdentity): SecretPlace => ({
  tenantId,
  row: `seller_accounts/${sellingPartnerId}/${region}`,
  purpose: 'refresh_token',
});

/** What calls to the marketplace in this seller's name need; `null` when the account is gone. */
export async function findSellerAccess(
  ctx: Pick<Context, 'keys'>,
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
): Promise<SellerAccess | null> {
  const stored = await findStoredAccess(tx, { tenantId, sellerAccountId });
  if (!stored) return null;
  const { sellingPartnerId, region, encryptedRefreshToken } = stored;
  const place = refreshTokenPlace({ tenantId, sellingPartnerId, region });
  return { sellingPartnerId, region, refreshToken: decryptSecret(ctx.keys, place, encryptedRefreshToken) };
}

/** As `findSellerAccess`, where the account must be there. */
export async function getSellerAccess(ctx: Pick<Context, 'keys'>, tx: Tx, key: SellerKey): Promise<SellerAccess> {
  const access = await findSellerAccess(ctx, tx, key);
  if (!access) throw new Error(`There is no seller account ${key.sellerAccountId}`);
  return access;
}

/** The marketplace refused the seller's token: the settings and the dashboard ask for a new authorisation. */
export async function markReauthorization(tx: Tx, key: SellerKey): Promise<void> {
  if (!(await lockUnmarkedAccount(tx, key))) return;
  const version = await nextWorldVersion(tx, key.tenantId);
  await setMayNeedReauthorization(tx, { ...key, version });
}
