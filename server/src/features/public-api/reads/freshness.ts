import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { listFreshness as listCall } from '@app/shared/contract/public-api/account.ts';
import type { Actor } from '../../../http/actor.ts';
import { listFreshness, type SourceFreshness } from '../../observing/freshness.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { measure } from './measures.ts';
import type { ReadContext } from './read-context.ts';

type FreshnessQuery = ParsedRequest<typeof listCall>['query'];

/**
 * The sources are sorted by fields that a check does not change. A source that is checked while a program reads page
 * after page is therefore on exactly one of them.
 */
const sorting = {
  positionOf: (one: SourceFreshness) => [one.sellerId, one.marketplace, one.source],
  order: ['up', 'up', 'up'],
} as const;

/** Lists the sources by seller account, marketplace and name. */
export async function readFreshness(
  ctx: ReadContext,
  actor: Actor,
  query: FreshnessQuery,
): Promise<Answer<typeof listCall>> {
  const list = { actor, list: 'sources' };
  const after = openCursor(ctx, list, query);
  const sources = await ctx.db.snapshot(actor.tenantId, (tx) => listFreshness(tx, actor, ctx.clock.now()));
  const wanted = sources.filter(({ late }) => query.late === undefined || String(late) === query.late);
  const { rows, nextCursor } = pageFrom(ctx, list, sliceAfter(wanted, after, { limit: query.limit, ...sorting }));
  return {
    data: rows.map(({ everyMinutes, late, ...source }) => ({
      ...source,
      every: measure(everyMinutes, 'minutes', source.lastCheckedAt),
      isLate: late,
    })),
    nextCursor,
  };
}
