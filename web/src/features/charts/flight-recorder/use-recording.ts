import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { productTimeline, rankBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { query } from '../../../lib/http/call.ts';
import { recordingOf } from './recording.ts';

/** What the server recorded of a product in the last days; the range before stays until the new one is there. */
export function useRecording({ productId, marketplace }: Product, lookbackDays: number) {
  const asked = { productId, lookbackDays };
  const kept = { placeholderData: keepPreviousData };
  const timeline = useQuery({ ...query(productTimeline, { params: { productId }, query: { lookbackDays } }), ...kept });
  const ranks = useQuery({ ...query(rankBreakdown, { query: asked }), ...kept });
  const sales = useQuery({ ...query(salesBreakdown, { query: asked }), ...kept });
  const recording = useMemo(
    () =>
      timeline.data && ranks.data && sales.data
        ? recordingOf({ marketplace, timeline: timeline.data, ranks: ranks.data.ranks, sales: sales.data.sales })
        : null,
    [marketplace, timeline.data, ranks.data, sales.data],
  );
  const all = [timeline, ranks, sales];
  return {
    recording,
    events: timeline.data?.events ?? [],
    isLoading: all.some((one) => one.isPlaceholderData || one.isPending),
    hasFailed: recording === null && all.some((one) => one.isError),
    retry: () => all.forEach((one) => one.isError && void one.refetch()),
  };
}
