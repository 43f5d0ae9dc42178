import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { promotionsBreakdown, rankBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import type { Product } from '@app/shared/contract/world.ts';
import type { AskedRange } from '@app/shared/domain/chart-range.ts';
import { query } from '../../../lib/http/call.ts';

/** Sales, ranks and promotions of one range. Those of the range before stay until all of the new ones are there. */
export function useChartData({ productId, productGroupId }: Product, range: AskedRange) {
  const family = { productId, ...(productGroupId === null ? {} : { productGroupId }), ...range };
  const kept = { placeholderData: keepPreviousData };
  const sales = useQuery({ ...query(salesBreakdown, { query: family }), ...kept });
  const ranks = useQuery({ ...query(rankBreakdown, { query: { productId, ...range } }), ...kept });
  const promotions = useQuery({ ...query(promotionsBreakdown, { query: family }), ...kept });
  // The same list while the answer is the same: another one would draw the charts again.
  const isFinal = useMemo(() => sales.data?.sales.map((day) => day.final) ?? [], [sales.data]);
  const all = [sales, ranks, promotions];
  return {
    sales: sales.data,
    ranks: ranks.data,
    promotions: promotions.data,
    isFinal,
    isLoading: all.some((one) => one.isPlaceholderData || one.isPending),
    hasFailed: all.some((one) => one.isError),
    retry: () => all.forEach((one) => one.isError && void one.refetch()),
  };
}
