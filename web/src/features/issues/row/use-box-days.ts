import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buyBoxDay } from '@app/shared/contract/catalog.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { call } from '../../../lib/http/call.ts';
import { boxHoursOf, type BoxHours } from './box-day.ts';
import { isProblem, type CardRow } from '../card/card-tabs.ts';

/** The strip moves on by a cell an hour. */
const freshForMs = 600_000;

const none: ReadonlyMap<string, BoxHours> = new Map();

/** Of the rows of a page that show who had the buy box, asked for once, and again when one of them changes. */
export function useBoxDays(watchdog: Watchdog, rows: readonly CardRow[], isWanted: boolean) {
  const shown = watchdog.reads.includes('offers') ? rows.filter(isProblem) : [];
  const productIds = [...new Set(shown.map(({ product }) => product.productId))].join(',');
  const seenAt = shown.map(({ item }) => item?.date).join();
  const { data } = useQuery({
    queryKey: [buyBoxDay.path, productIds, seenAt],
    queryFn: ({ signal }) => call(buyBoxDay, { query: { productIds } }, { signal }),
    enabled: isWanted && productIds !== '',
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
    refetchInterval: freshForMs,
  });
  return useMemo(() => (data ? boxHoursOf(data) : none), [data]);
}
