import { AppError } from '@app/shared/base/errors.ts';
import type { Actor } from '../../http/actor.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { disconnect } from '../connections/disconnect.ts';
import { adsService } from './ads-service.ts';
import type { AdConnectContext } from './connect-advertising.ts';
import { findConnectable } from './connection-queries.ts';
import { stampAccount } from './profile-queries.ts';

/** Forgets the authorisation of a seller account. The days that were reported so far stay known. */
export async function disconnectAdvertising(ctx: AdConnectContext, actor: Actor, sellerId: string): Promise<void> {
  const { tenantId } = actor;
  const seller = await ctx.db.tenant(tenantId, (tx) => findConnectable(tx, actor, sellerId));
  if (!seller) throw new AppError('notFound');
  await disconnect(ctx, actor, { service: adsService(ctx, seller.region), subject: sellerId });
  await ctx.db.tenant(tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenantId);
    await stampAccount(tx, { tenantId, sellerAccountId: sellerId }, version);
  });
}
