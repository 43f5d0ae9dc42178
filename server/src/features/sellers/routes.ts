import type { contract } from '@app/shared/contract/index.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { listAuthorizations, revokeAuthorization } from './authorization/authorizations.ts';
import { beginAuthorization } from './authorization/begin-authorization.ts';
import { finishAuthorization } from './authorization/finish-authorization.ts';
import { listSellerAccounts } from './queries.ts';
import { countProgress } from './setup-queries.ts';
import { shapeSellerAccount } from './shape.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { Actor } from '../../http/actor.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { recordAudit } from '../accounts/audit.ts';
import { sellerWords } from '../accounts/settings/settings-events.ts';
import { giveUpDeliveries, listSessionsOfTenant, lockWithProducts, markDeleted } from './delete-queries.ts';

/** The aspects observed first for every product. A product with all of them has something to show on the dashboard. */
const firstAspects: readonly Aspect[] = ['catalog', 'offers', 'listing'];

type SellersContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'log' | 'marketplace'>;

/** Functions of other features, passed in by the program that composes them. */
export type SellerRouteParts = Pick<DeleteContext, 'dropSessions'>;

export function sellerRoutes(ctx: SellersContext, parts: SellerRouteParts): Handlers<typeof contract.sellers> {
  return {
    async sellerList({ actor }) {
      const { accounts, progress } = await ctx.db.tenant(actor.tenantId, async (tx) => ({
        accounts: await listSellerAccounts(tx, actor),
        progress: await countProgress(tx, { ...actor, aspects: firstAspects }),
      }));
      return {
        sellerAccounts: accounts.map((account) => ({
          ...shapeSellerAccount(account),
          products: progress.get(account.sellerAccountId)?.trackedProducts ?? 0,
          checkedProducts: progress.get(account.sellerAccountId)?.checkedProducts ?? 0,
        })),
      };
    },

    authorizations: ({ actor }) => listAuthorizations(ctx, actor),
    revokeAuthorization: ({ actor, params }) => revokeAuthorization(ctx, actor, params.id),
    deleteSeller: ({ actor, params }) => deleteSeller({ ...ctx, ...parts }, actor, params.sellerId),

    authorizationRedirect: async ({ actor, query }) => ({ location: await beginAuthorization(ctx, actor, query) }),

    async authorizationCallback({ actor, query, reply }) {
      await reply.redirect(await finishAuthorization(ctx, { actor, query }), 303);
    },
  };
}

type DeleteContext = Pick<Context, 'db' | 'clock'> & {
  /** Drops these sessions from the cache, so that their rights are read again. */
  dropSessions(tenantId: string, sessionHashes: readonly string[]): void;
};

/**
 * Deletes a seller account ("Account deletion in progress"): it disappears from every answer at once, and the worker
 * deletes its data later.
 */
async function deleteSeller(ctx: DeleteContext, actor: Actor, sellerAccountId: string): Promise<void> {
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
