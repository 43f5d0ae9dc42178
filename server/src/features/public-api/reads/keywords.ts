import type { Measure, PageQuery } from '@app/shared/contract/public-api/shapes.ts';
import { observationSchemas } from '@app/shared/watchdogs/facts/observations.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { worldProducts } from '../../world/world-products.ts';
import { openCursor, pageFrom } from '../pages/cursor.ts';
import { hiddenTypesOf, refuseUnknownProduct } from './alerts.ts';
import { listKeywordRows, type KeywordRow } from './keyword-queries.ts';
import { measure } from './measures.ts';
import { loadObservedAt, type ObservedAt } from './observed-at.ts';
import { productRefOf } from './products.ts';
import type { ReadContext } from './read-context.ts';

interface KeywordsQuery extends PageQuery {
  readonly productId?: string | undefined;
}

interface KeywordRank {
  readonly watchDogId: string;
  readonly keyword: string;
  readonly product: ReturnType<typeof productRefOf>;
  readonly sellerId: string;
  /**
   * The place in the results; `null` when no search was made yet, or when the product was not among the results that
   * were read.
   */
  readonly rank: Measure;
  readonly alertAfterRank: Measure;
}

interface KeywordRanks {
  readonly data: KeywordRank[];
  readonly nextCursor: string | null;
}

/** Lists the places of products in the search results for the keywords that people watch. */
export function readKeywordRanks(ctx: ReadContext, actor: Actor, query: KeywordsQuery): Promise<KeywordRanks> {
  const list = { actor, list: 'keywords' };
  const [productId = '', itemId = ''] = openCursor(ctx, list, query) ?? [];
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    if (query.productId !== undefined) await refuseUnknownProduct(tx, actor, query.productId);
    const found = await listKeywordRows(tx, actor, {
      hiddenTypes: await hiddenTypesOf(tx, actor),
      productId: query.productId ?? null,
      after: productId === '' ? null : { productId, itemId },
      most: query.limit + 1,
    });
    const { rows, nextCursor } = pageFrom(ctx, list, {
      rows: found,
      limit: query.limit,
      positionOf: (row) => [row.productId, row.itemId],
    });
    return { data: await shapeRanks(tx, { ctx, actor, rows }), nextCursor };
  });
}

interface RowsToShape {
  readonly ctx: ReadContext;
  readonly actor: Actor;
  readonly rows: readonly KeywordRow[];
}

async function shapeRanks(tx: Tx, { ctx, actor, rows }: RowsToShape): Promise<KeywordRank[]> {
  const now = ctx.clock.now();
  const productIds = [...new Set(rows.map((row) => row.productId))];
  const products = await worldProducts(tx, actor, { productIds, now });
  const byId = new Map(products.map((product) => [product.productId, product]));
  const observedAt = await loadObservedAt(tx, actor, { productIds, now });
  return rows.flatMap((row) => {
    const product = byId.get(row.productId);
    if (!product) return [];
    return {
      watchDogId: row.itemId,
      keyword: row.keyword,
      product: productRefOf(ctx, product),
      sellerId: row.sellerId,
      rank: rankOf(row, observedAt),
      alertAfterRank: measure(row.alertAfterRank, 'rank', now.toISOString()),
    };
  });
}

function rankOf(row: KeywordRow, observedAt: ObservedAt): Measure {
  const parsed = observationSchemas.searchRank.safeParse(row.facts);
  return parsed.success
    ? measure(parsed.data.position, 'rank', observedAt(row, 'searchRank'))
    : measure(null, 'rank', null);
}
