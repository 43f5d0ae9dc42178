import { observationSchemas } from '@app/shared/watchdogs/facts/observations.ts';
import type { ProductTimeline } from '@app/shared/contract/catalog.ts';
import type { Seen, WatchedKeyword } from './timeline-queries.ts';

interface Given {
  /** Oldest first, of every aspect. */
  readonly seen: readonly Seen[];
  readonly keywords: readonly WatchedKeyword[];
  readonly from: Date;
}

/** Where the product stood among the results of each phrase, from when on. */
export function keywordPlaces({ seen, keywords, from }: Given): ProductTimeline['keywords'] {
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
