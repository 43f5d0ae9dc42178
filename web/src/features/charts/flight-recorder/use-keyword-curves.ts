import { useQuery } from '@tanstack/react-query';
import { productTimeline, type ProductTimeline } from '@app/shared/contract/catalog.ts';
import { query } from '../../../lib/http/call.ts';

const curveDays = 30;

/** The positions of a product for each phrase, by the id of its item. The recorder uses the same query. */
export function useKeywordCurves(
  productId: string,
): ReadonlyMap<string, ProductTimeline['keywords'][number]['points']> {
  const { data } = useQuery(query(productTimeline, { params: { productId }, query: { lookbackDays: curveDays } }));
  return new Map(data?.keywords.map(({ watchDogId, points }) => [watchDogId, points]));
}
