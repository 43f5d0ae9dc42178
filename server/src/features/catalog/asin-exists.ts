import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import { asinTexts, cleanAsin } from '@app/shared/domain/asin.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Handlers } from '../../http/implement.ts';
import { listAsinPlaces } from './asin-queries.ts';

interface Asked {
  readonly asin: string;
  readonly marketplace: string | undefined;
}

/**
 * The marketplaces that track the ASIN. Tracked somewhere else only, it is found all the same: the answer then lacks the
 * marketplace that was asked about.
 */
async function trackedMarketplaces(ctx: Pick<Context, 'db'>, actor: Actor, { asin, marketplace }: Asked) {
  const places = await ctx.db.tenant(actor.tenantId, (tx) => listAsinPlaces(tx, actor, asin));
  const tracked = places.filter((place) => place.isTracked).map((place) => place.marketplace);
  if (tracked.length > 0) return tracked;
  const isThere = places.some((place) => marketplace === undefined || place.marketplace === marketplace);
  if (!isThere) throw new AppError('notFound', { text: asinTexts.unknown(asin, marketplace) });
  throw new AppError('asinNotTracked', { text: asinTexts.notTracked(asin) });
}

export const asinRoutes = (ctx: Pick<Context, 'db'>): Handlers<typeof contract.asins> => ({
  asinExists: async ({ actor, params, query }) => ({
    trackedMarketplaces: await trackedMarketplaces(ctx, actor, {
      asin: cleanAsin(params.asin),
      marketplace: query.marketplace,
    }),
  }),
});
