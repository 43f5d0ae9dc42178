import type { Tx } from '../../src/lib/db/db.ts';
import type { SellerKey } from '../../src/features/sellers/queries.ts';
import { findSellerAccess, type AccessContext, type KeptAccess } from '../../src/features/sellers/standing/access.ts';

/** Loads the access to a seller account that has to exist. */
export async function getSellerAccess(ctx: AccessContext, tx: Tx, key: SellerKey): Promise<KeptAccess> {
  const access = await findSellerAccess(ctx, tx, key);
  if (!access) throw new Error(`There is no seller account ${key.sellerAccountId}`);
  return access;
}
