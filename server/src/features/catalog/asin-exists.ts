import { AppError } from '@app/shared/base/errors.ts';
import { asinTexts, cleanAsin } from '@app/shared/domain/inputs/asin.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { listAsinPlaces } from './asin-queries.ts';

interface AsinQuery {
  readonly asin: string;
  readonly marketplace: string | undefined;
}

/**
 * Lists the marketplaces that track the ASIN. The ASIN also counts as existing if only marketplaces outside the query
 * track it: the answer then lacks the marketplace of the query.
 */
export async function asinExists(ctx: Pick<Context, 'db'>, actor: Actor, query: AsinQuery) {
  const { marketplace } = query;
  const asin = cleanAsin(query.asin);
  const places = await ctx.db.tenant(actor.tenantId, (tx) => listAsinPlaces(tx, actor, asin));
  const tracked = places.filter((place) => place.isTracked).map((place) => place.marketplace);
  if (tracked.length > 0) return { trackedMarketplaces: tracked };
  const isThere = places.some((place) => marketplace === undefined || place.marketplace === marketplace);
  if (!isThere) throw new AppError('notFound', { text: asinTexts.unknown(asin, marketplace) });
  throw new AppError('asinNotTracked', { text: asinTexts.notTracked(asin) });
}
