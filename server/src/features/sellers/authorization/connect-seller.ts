import type { Context } from '../../../context.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { Participation } from '../../../external/marketplace/operations/sellers.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { encryptSecret } from '../../../lib/secrets.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { sellerWords } from '../../accounts/settings/settings-events.ts';
import { refreshTokenPlace } from '../standing/access.ts';
import { noteReturn } from '../standing/note-return.ts';
import { makeDiscoveryDue, upsertSellerAccount, upsertSellerMarketplaces, upsertSellingPartner } from '../queries.ts';

interface NewConnection {
  readonly tenantId: string;
  readonly access: SellerAccess;
  readonly stores: readonly Participation[];
  readonly accountName: string | null;
  /** The address of the person who connected the account. */
  readonly email: string;
}

/** Stores a first or renewed authorisation and makes the discovery of the seller's products due. */
export async function connectSeller(
  ctx: Pick<Context, 'db' | 'clock' | 'keys'>,
  { tenantId, access, stores, accountName, email }: NewConnection,
): Promise<{ readonly sellerAccountId: string; readonly isNew: boolean }> {
  const { sellingPartnerId, region, refreshToken } = access;
  const now = ctx.clock.now();
  const place = refreshTokenPlace({ tenantId, sellingPartnerId, region });
  const name = stores.find(({ storeName }) => storeName)?.storeName ?? accountName ?? sellingPartnerId;
  return ctx.db.tenant(tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenantId);
    const { sellerAccountId, isNew, ...kept } = await upsertSellerAccount(tx, {
      tenantId,
      sellingPartnerId,
      region,
      name,
      nickName: accountName,
      encryptedRefreshToken: encryptSecret(ctx.keys, place, refreshToken),
      tokenLast6: refreshToken.slice(-6),
      now,
      version,
    });
    await upsertSellerMarketplaces(tx, { tenantId, sellerAccountId, stores });
    await upsertSellingPartner(tx, { tenantId, sellerAccountId, sellingPartnerId, region });
    await noteReturn(tx, { tenantId, sellerAccountId, now, version });
    await makeDiscoveryDue(tx, { tenantId, sellerAccountId, now });
    const action = isNew ? 'seller account connected' : 'seller account authorized again';
    const subject = sellerWords({ ...kept, region });
    const details = { 'seller id': { to: sellingPartnerId } };
    await recordAudit(tx, [{ tenantId, at: now, actor: email, action, subject, details }]);
    return { sellerAccountId, isNew };
  });
}
