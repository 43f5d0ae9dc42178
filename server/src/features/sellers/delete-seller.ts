import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { recordAudit } from '../accounts/audit.ts';
import { sellerWords } from '../accounts/settings-events.ts';
import { giveUpDeliveries, listSessionsOfTenant, lockWithProducts, markDeleted } from './delete-queries.ts';

export type DeleteContext = Pick<Context, 'db' | 'clock'> & {
  /** What is remembered of these sessions is told anew. */
  dropSessions(tenantId: string, sessionHashes: readonly string[]): void;
};

/** "Account deletion in progress": it is gone from every answer at once, and the worker deletes what is known of it. */
export async function deleteSeller(ctx: DeleteContext, actor: Actor, sellerAccountId: string): Promise<void> {
  const { tenantId, email } = actor;
  const key = { tenantId, sellerAccountId };
  const now = ctx.clock.now();
  const sessionHashes = await ctx.db.tenant(tenantId, async (tx) => {
    const seller = await lockWithProducts(tx, key);
    if (!seller) throw new AppError('notFound');
    const version = await nextWorldVersion(tx, tenantId);
    await giveUpDeliveries(tx, key);
    await markDeleted(tx, { ...key, now, version });
    const details = { 'seller id': { from: seller.sellingPartnerId } };
    const event = { actor: email, action: 'seller account deleted', subject: sellerWords(seller), details };
    await recordAudit(tx, [{ tenantId, at: now, ...event }]);
    return listSessionsOfTenant(tx, tenantId);
  });
  ctx.dropSessions(tenantId, sessionHashes);
}
