import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { recordAudit } from '../accounts/audit-queries.ts';
import { sellerWords } from '../accounts/settings/settings-events.ts';
import {
  giveUpDeliveries,
  listDeletable,
  listSessionsOfTenant,
  lockWithProducts,
  markDeleted,
} from './delete-queries.ts';
import type { SellerKey } from './queries.ts';

export type DeleteContext = Pick<Context, 'db' | 'clock'> & {
  /** Drops these sessions from the cache, so that their rights are read again. */
  dropSessions(tenantId: string, sessionHashes: readonly string[]): void;
};

/**
 * Deletes a seller account ("Account deletion in progress"): it disappears from every answer at once, and the worker
 * deletes its data later.
 */
export async function deleteSeller(
  ctx: DeleteContext,
  { tenantId, email }: Actor,
  sellerAccountId: string,
): Promise<void> {
  const sessionHashes = await ctx.db.tenant(tenantId, async (tx) => {
    const request = { tenantId, sellerAccountId, actor: email, now: ctx.clock.now() };
    if (!(await requestDeletion(tx, request))) throw new AppError('notFound');
    return listSessionsOfTenant(tx, tenantId);
  });
  ctx.dropSessions(tenantId, sessionHashes);
}

/**
 * Deletes all seller accounts of a tenant in the caller's transaction, with the same effect as when the owner deletes
 * each.
 */
export async function deleteSellersOf(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: Date }) {
  for (const sellerAccountId of await listDeletable(tx, tenantId)) {
    await requestDeletion(tx, { tenantId, sellerAccountId, actor: 'watchpost', now });
  }
}

interface DeletionRequest extends SellerKey {
  readonly actor: string;
  readonly now: Date;
}

/** Requests the deletion of one account. Returns false if the account does not exist any more. */
async function requestDeletion(tx: Tx, { actor, now, ...key }: DeletionRequest): Promise<boolean> {
  const { tenantId } = key;
  const seller = await lockWithProducts(tx, key);
  if (!seller) return false;
  const version = await nextWorldVersion(tx, tenantId);
  await giveUpDeliveries(tx, key);
  await markDeleted(tx, { ...key, now, version });
  const details = { 'seller id': { from: seller.sellingPartnerId } };
  const event = { actor, action: 'seller account deleted', subject: sellerWords(seller), details };
  await recordAudit(tx, [{ tenantId, at: now, ...event }]);
  return true;
}
