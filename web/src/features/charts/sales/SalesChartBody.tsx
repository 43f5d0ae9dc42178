import { useState } from 'react';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { axisWidths, noAxisWidth } from '../../../ui/chart/count-axis.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { ChartsSkeleton } from './ChartsSkeleton.tsx';
import { salesFinding } from './finding.ts';
import { PromotionsFigure } from './PromotionsFigure.tsx';
import { RangeControls } from './RangeControls.tsx';
import { SalesFigure } from './SalesFigure.tsx';
import { ChartTables } from './ChartTables.tsx';
import { useChartData } from './use-chart-data.ts';
import { useRange } from './use-range.ts';

const looks = [
  { value: 'chart', content: 'Charts' },
  { value: 'table', content: 'Tables' },
] as const;

/** Sales and promotions of a product over a range of days, drawn or as tables. */
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
  const { sales, ranks, promotions } = data;
  if (data.hasFailed) {
    return (
      <ErrorState
        title="The sales did not load"
        message="Nothing is lost: they are counted all the same."
        onRetry={data.retry}
      />
    );
  }
  if (!sales || !ranks || !promotions) return <ChartsSkeleton />;
  const { marketplace } = product;
  const finding = salesFinding({ ...sales, marketplace });
  // A rank may be known before the first orders are.
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
