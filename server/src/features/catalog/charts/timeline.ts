import { AppError } from '@app/shared/base/errors.ts';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt, dayStartAt } from '@app/shared/base/marketplace-day.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { ProductTimeline, TimelineEvent } from '@app/shared/contract/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findChartedProduct, type ChartedProduct } from './charted-products-queries.ts';
import type { Gap } from './gaps.ts';
import { lanedAspects, lanesOf } from './lanes.ts';
import { gapTexts, loadGaps } from './load-gaps.ts';
import { priceChanges } from './price-changes.ts';
import {
  listFlips,
  listKeywords,
  listSeen,
  listSellerKeys,
  type DatedFacts,
  type WatchedKeyword,
} from './timeline-queries.ts';
import { observationSchemas } from '@app/shared/watchdogs/facts/observations.ts';

interface TimelineQuery {
  readonly productId: string;
  readonly lookbackDays: number;
}

export async function productTimeline(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { productId, lookbackDays }: TimelineQuery,
): Promise<ProductTimeline> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const product = await findChartedProduct(tx, actor, productId);
    if (!product) throw new AppError('notFound');
    const to = ctx.clock.now();
    const firstDay = addDays(dayAt(product.marketplace, to), 1 - lookbackDays);
    const range = { from: dayStartAt(product.marketplace, firstDay), to };
    return load(tx, { tenantId: actor.tenantId, product, range });
  });
}

interface ChartedTimeline {
  readonly tenantId: string;
  readonly product: ChartedProduct;
  readonly range: Gap;
}

async function load(tx: Tx, { tenantId, product, range }: ChartedTimeline): Promise<ProductTimeline> {
  const { productId } = product;
  const { currency } = marketplace(product.marketplace);
  const seen = await listSeen(tx, tenantId, {
    productIds: [productId],
    aspects: [...lanedAspects, 'searchRank'],
    from: range.from,
  });
  const sellerKeys = await listSellerKeys(tx, tenantId);
  const lanes = lanesOf({ seen, from: range.from, sellerKeys });
  const flips = await listFlips(tx, tenantId, { productId, from: range.from });
  const told = flips.map((flip): TimelineEvent => ({ ...flip, at: flip.at.toISOString() }));
  const gaps = await loadGaps(tx, tenantId, { products: [product], range });
  return {
    currency,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    events: [...told, ...priceChanges({ seen, from: range.from, marketplace: product.marketplace })].toSorted((a, b) =>
      a.at < b.at ? 1 : -1,
    ),
    lanes,
    gaps: gapTexts(gaps.get(productId)),
    keywords: keywordPlaces({ seen, keywords: await listKeywords(tx, tenantId, productId), from: range.from }),
  };
}

interface TimelineFacts {
  /** Observations of all aspects, oldest first. */
  readonly seen: readonly DatedFacts[];
  readonly keywords: readonly WatchedKeyword[];
  readonly from: Date;
}

/** The positions of the product for each keyword, with the time from which they held. */
function keywordPlaces({ seen, keywords, from }: TimelineFacts): ProductTimeline['keywords'] {
  const byKeyword = Map.groupBy(
    seen.filter(({ aspect }) => aspect === 'searchRank'),
    ({ sku }) => sku,
  );
  return keywords.map(({ watchDogId, keyword }) => {
    const places = (byKeyword.get(keyword) ?? []).flatMap(({ at, facts }) => {
      const parsed = observationSchemas.searchRank.safeParse(facts);
      return parsed.success ? [{ at, rank: parsed.data.position }] : [];
    });
    const before = places.findLast(({ at }) => at <= from);
    const within = places.filter(({ at }) => at > from);
    const held = before ? [{ at: from, rank: before.rank }] : [];
    return {
      watchDogId,
      keyword,
      points: [...held, ...within].map(({ at, rank }) => ({ at: at.toISOString(), rank })),
    };
  });
}
