import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buyBoxDay } from '@app/shared/contract/catalog.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { call } from '../../../lib/http/call.ts';
import { boxHoursOf, type BoxHours } from './box-day.ts';
import { isProblem, type CardRow } from '../card/card-tabs.ts';

/** The time for which the strips are not fetched again: less than an hour, after which a strip moves by one cell. */
const freshForMs = 600_000;

const none: ReadonlyMap<string, BoxHours> = new Map();

/** The buy box holders of a page's rows: one query, repeated when one of the rows changes. */
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
