import type { contract } from '@app/shared/contract/index.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { listAuthorizations, revokeAuthorization, type RevokeParts } from './authorization/authorizations.ts';
import { beginAuthorization } from './authorization/begin-authorization.ts';
import { finishAuthorization } from './authorization/finish-authorization.ts';
import { deleteSeller, type DeleteContext } from './delete-seller.ts';
import { listSellerAccounts } from './queries.ts';
import { countProgress } from './setup-queries.ts';
import { shapeSellerAccount } from './shape.ts';

/** The aspects observed first for every product. A product with all of them has something to show on the dashboard. */
const firstAspects: readonly Aspect[] = ['catalog', 'offers', 'listing'];

type SellersContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'log' | 'marketplace'>;

/** Functions of other features, passed in by the program that composes them. */
export type SellerRouteParts = Pick<DeleteContext, 'dropSessions'> & RevokeParts;

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

    authorizations: ({ actor }) => listAuthorizations(ctx, actor, 'all'),
    ownAuthorizations: ({ actor }) => listAuthorizations(ctx, actor, 'own'),
    revokeAuthorization: ({ actor, params: { id } }) =>
      revokeAuthorization({ ...ctx, ...parts }, actor, { id, extent: 'all' }),
    revokeOwnAuthorization: ({ actor, params: { id } }) =>
      revokeAuthorization({ ...ctx, ...parts }, actor, { id, extent: 'own' }),
    deleteSeller: ({ actor, params }) => deleteSeller({ ...ctx, ...parts }, actor, params.sellerId),

    authorizationRedirect: async ({ actor, query }) => ({ location: await beginAuthorization(ctx, actor, query) }),

    async authorizationCallback({ actor, query, reply }) {
      await reply.redirect(await finishAuthorization(ctx, { actor, query }), 303);
    },
  };
}
