import type { ApiAlert } from '@app/shared/contract/public-api/alerts.ts';
import type { PageQuery } from '@app/shared/contract/public-api/shapes.ts';
import { urgencyOf } from '@app/shared/world/issues/issue-risk.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { worldProducts } from '../../world/world-products.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import type { AlertRow } from './alert-queries.ts';
import { issueRiskOf, shapeAlerts, uncountedTypesOf } from './alerts.ts';
import { listOpenRows } from './open-alerts.ts';
import type { ReadContext } from './read-context.ts';

/** The limit of ranked problems, because the products of all of them are loaded for the ranking. */
const mostRanked = 1000;

interface Problems {
  readonly data: ApiAlert[];
  readonly nextCursor: string | null;
  /** True if there were too many open problems to rank, so that only the newest ones were ranked. */
  readonly areOnlyNewest: boolean;
}

interface RankedRow extends AlertRow {
  readonly urgency: number;
}

/** Alerts before warnings, then the most urgent, then the newest. */
const sorting = {
  positionOf: ({ itemStatus, urgency, at, flipId }: RankedRow) => [
    String(itemStatus ?? 0),
    String(urgency),
    at.toISOString(),
    flipId,
  ],
  order: ['numbersDown', 'numbersDown', 'down', 'down'],
} as const;

/** Lists the open problems as the dashboard ranks them: alerts before warnings, then by money at risk, then the newest. */
export function readProblems(ctx: ReadContext, actor: Actor, query: PageQuery): Promise<Problems> {
  const list = { actor, list: 'problems' };
  const after = openCursor(ctx, list, query);
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const found = await listOpenRows(tx, actor, {
      hiddenTypes: await uncountedTypesOf(tx, actor),
      before: null,
      productId: null,
      event: null,
      now: ctx.clock.now(),
      most: mostRanked + 1,
    });
    const ranked = await rank(tx, { ctx, actor, rows: found.slice(0, mostRanked) });
    const { rows, nextCursor } = pageFrom(ctx, list, sliceAfter(ranked, after, { limit: query.limit, ...sorting }));
    return {
      data: await shapeAlerts(tx, { ctx, actor, rows }),
      nextCursor,
      areOnlyNewest: found.length > mostRanked,
    };
  });
}

interface RowsToRank {
  readonly ctx: ReadContext;
  readonly actor: Actor;
  readonly rows: readonly AlertRow[];
}

async function rank(tx: Tx, { ctx, actor, rows }: RowsToRank): Promise<readonly RankedRow[]> {
  const now = ctx.clock.now();
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  const products = productIds.length === 0 ? [] : await worldProducts(tx, actor, { productIds, now });
  const byId = new Map(products.map((product) => [product.productId, product]));
  return rows.map((row) => {
    const risk = issueRiskOf(row, byId.get(row.productId), now);
    return { ...row, urgency: risk ? urgencyOf(risk) : 0 };
  });
}
