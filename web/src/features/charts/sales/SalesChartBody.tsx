import { useEffect, useMemo, useReducer, useState } from 'react';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { axisWidths, noAxisWidth } from '../../../ui/chart/count-axis.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { ChartsSkeleton } from './ChartsSkeleton.tsx';
import { organicNote } from './organic-note.ts';
import { salesFinding } from './sales-finding.ts';
import { PromotionsFigure } from './figures/PromotionsFigure.tsx';
import { RangeControls } from './RangeControls.tsx';
import { SalesFigure } from './figures/SalesFigure.tsx';
import { ChartTables } from './figures/ChartTables.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { promotionsBreakdown, rankBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import { type RequestedRange, rangeErrorMs } from '@app/shared/domain/chart-range.ts';
import { query } from '../../../lib/http/call.ts';
import { firstFailed, useFailed } from '../../../lib/http/kept-failure.ts';
import { useWhole } from '../../../lib/http/whole-answer.ts';
import { SpreadsheetAccordion } from '../../sales-spreadsheet/SpreadsheetAccordion.tsx';
import { firstRange, reduceRange } from './range-form.ts';

const looks = [
  { value: 'chart', content: 'Charts' },
  { value: 'table', content: 'Tables' },
] as const;

/** Sales and promotions of a product over a range of days, as charts or tables. */
export function SalesChartBody({ product }: { readonly product: Product }) {
  const [range, dispatch] = useRange();
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const data = useChartData(product, range.asked);
  const today = dayAt(product.marketplace, new Date(useNow()));
  return (
    <>
      <div className="sales-chart__bar">
        <RangeControls
          {...{ form: range, dispatch, marketplace: product.marketplace, today, isLoading: data.isLoading }}
        />
        <Segments label="Show as" options={looks} value={look} onChange={setLook} />
      </div>
      <Content product={product} data={data} look={look} today={today} />
      <SpreadsheetAccordion
        title="Spreadsheet"
        note="These sales by day, sent by mail"
        subject={{ productId: product.productId, productGroupId: product.productGroupId }}
      />
    </>
  );
}

interface ContentProps {
  readonly product: Product;
  readonly data: ReturnType<typeof useChartData>;
  readonly look: 'chart' | 'table';
  readonly today: string;
}

function Content({ product, data, look, today }: ContentProps) {
  if (data.failed) {
    return (
      <ErrorState
        title="The sales did not load"
        {...data.failed}
        message="Nothing is lost: they are counted all the same."
      />
    );
  }
  if (!data.whole) return <ChartsSkeleton />;
  const { sales, ranks, promotions } = data.whole;
  const { marketplace } = product;
  const finding = salesFinding({ ...sales, marketplace });
  // A rank may be known before the first orders have been read.
  if (finding === null && ranks.ranks.every(({ rank }) => rank === null)) {
    return (
      <EmptyState title="Sales data not avail. yet">
        {'Units by day appear here as soon as the orders of this range have been read.'}
      </EmptyState>
    );
  }
  const shown = {
    sales: sales.sales,
    ranks: ranks.ranks,
    hasVariations: sales.hasVariations,
    promotions,
    isFinal: data.isFinal,
    marketplace,
    today,
    marginRight: ranks.ranks.some(({ rank }) => rank !== null) ? axisWidths[1] : noAxisWidth,
  };
  return (
    <div className="sales-chart__content" aria-busy={data.isLoading}>
      <p className="sales-chart__finding">{finding ?? 'Sales data not avail. yet'}</p>
      <p className="meta">{organicNote({ ...sales, marketplace, today })}</p>
      {look === 'table' ? (
        <ChartTables {...shown} />
      ) : (
        <>
          <SalesFigure {...shown} finding={finding ?? 'Sales data not avail. yet.'} />
          <PromotionsFigure {...shown} />
        </>
      )}
    </div>
  );
}

/**
 * Sales, ranks and promotions of one range. The data of the previous range stays until all of the new data has arrived.
 */
function useChartData({ productId, productGroupId }: Product, range: RequestedRange) {
  const family = { productId, ...(productGroupId === null ? {} : { productGroupId }), ...range };
  const kept = { placeholderData: keepPreviousData };
  const sales = useQuery({ ...query(salesBreakdown, { query: family }), ...kept });
  const ranks = useQuery({ ...query(rankBreakdown, { query: { productId, ...range } }), ...kept });
  const promotions = useQuery({ ...query(promotionsBreakdown, { query: family }), ...kept });
  const whole = useWhole({ sales, ranks, promotions });
  // The list keeps its identity while the answer is the same, because a new one would draw the charts again.
  const isFinal = useMemo(() => whole?.sales.sales.map((day) => day.final) ?? [], [whole]);
  const all = [sales, ranks, promotions];
  return {
    whole,
    isFinal,
    isLoading: all.some((one) => one.isPlaceholderData || one.isPending),
    failed: firstFailed([useFailed(sales), useFailed(ranks), useFailed(promotions)]),
  };
}

/** The range of both charts; the error of a wrong range is shown for 2 seconds. */
function useRange() {
  const [form, dispatch] = useReducer(reduceRange, firstRange);
  const { error, errorNo } = form;
  useEffect(() => {
    if (error === null) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'errorPassed', errorNo }), rangeErrorMs);
    return () => clearTimeout(timer);
  }, [error, errorNo]);
  return [form, dispatch] as const;
}
