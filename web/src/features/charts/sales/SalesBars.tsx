import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { useOpenSalesChart } from './SalesChart.tsx';
import { barsHeight, barsOf, barsWidth } from './sales-bars.ts';

/**
 * Shows two weeks of units sold on a card, with yesterday's number in words; a click opens the sales chart. The space
 * stays empty while the sales are unknown.
 */
export function SalesBars({ product }: { readonly product: Product }) {
  const openChart = useOpenSalesChart();
  const bars = barsOf(product);
  if (!bars) return <div className="card__sales" />;
  return (
    <button type="button" className="card__sales" title="Sales chart" onClick={() => openChart(product.productId)}>
      <svg viewBox={`0 0 ${barsWidth} ${barsHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars.past} />
        <path className="card__today" d={bars.today} />
      </svg>
      <span className="meta">
        {countIn(product.marketplace, bars.yesterday)} sold yesterday
        {bars.organicYesterday !== null && (
          <span title="Without Sponsored Products, 7-day window">
            , {countIn(product.marketplace, bars.organicYesterday)} organic
          </span>
        )}
      </span>
      <span className="visually-hidden">, sales chart</span>
    </button>
  );
}
