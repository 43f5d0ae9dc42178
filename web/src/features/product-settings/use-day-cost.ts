import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { costPreview, type costPreview as CostPreview } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import type { RateCard } from '@app/shared/domain/billing/rate-card.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { query } from '../../lib/http/call.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { costsQuery, type Costs } from '../billing/billing-queries.ts';
import { millsOf } from '../billing/money.ts';
import { addedAsins, productsByAsin } from './asin-counts.ts';
import type { ProductForm } from './draft.ts';

/** The pause after the last change before the cost is fetched. */
const pauseMs = 300;

export interface DayCost {
  /** The cost of a day now and after the changes; `undefined` while it loads, and for users who may not see costs. */
  readonly preview: Reply<typeof CostPreview> | undefined;
  /** Whether the preview is that of the present changes. */
  readonly isCurrent: boolean;
  readonly isTrial: boolean;
  /** The price list; `null` when ASINs are not paid one by one, or the prices are not known. */
  readonly card: RateCard | null;
}

/** The cost of a day with the changes. Only the owner sees costs. */
export function useDayCost(form: ProductForm): DayCost {
  const isOwner = useQuery(identityQuery).data?.isOwner ?? false;
  const { settings } = form;
  useEffect(() => void whenIdle().then(() => productsByAsin(settings)), [settings]);
  const added = addedAsins(form);
  const settled = useSettled(added, pauseMs);
  const { data, isPlaceholderData } = useQuery({
    ...query(costPreview, { query: { addedAsins: settled } }),
    enabled: isOwner,
    placeholderData: keepPreviousData,
  });
  const costs = useQuery({ ...costsQuery, enabled: isOwner }).data;
  return {
    preview: data,
    isCurrent: settled === added && !isPlaceholderData,
    isTrial: costs?.period.isTrial ?? false,
    card: costs ? cardOf(costs) : null,
  };
}

function cardOf({ tiers }: Costs): RateCard | null {
  const base = tiers.find(({ kind }) => kind === 'base');
  if (!base) return null;
  return {
    baseMills: millsOf(base.rate),
    baseAsins: base.upTo ?? 0,
    tiers: tiers.filter(({ kind }) => kind === 'tier').map(({ upTo, rate }) => ({ upTo, mills: millsOf(rate) })),
  };
}
