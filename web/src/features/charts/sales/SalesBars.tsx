import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { unreadDays } from '../../../world/known-yesterday.ts';
import { lastCheckOf, type Staleness } from '../../../world/staleness.ts';
import { useOpenSalesChart } from './SalesChart.tsx';
import { barsHeight, barsOf, barsWidth, type Bars } from './sales-bars.ts';

interface Props {
  readonly product: Product;
  /** When the product's marketplace last answered, if it is stale. */
  readonly staleness: Staleness;
}

/**
 * Shows two weeks of units sold on a card, with yesterday's number in words; a click opens the sales chart. The space
 * stays empty while the sales are unknown. Only the cards of a stale marketplace follow the clock.
 */
export function SalesBars({ product, staleness }: Props) {
  const isStale = lastCheckOf(staleness) !== null;
  return isStale ? <StaleBars product={product} staleness={staleness} /> : <DrawnBars product={product} unread={0} />;
}

function StaleBars({ product, staleness }: Props) {
  return <DrawnBars product={product} unread={unreadDays(product.marketplace, staleness, useNow())} />;
}

interface DrawnProps extends Pick<Props, 'product'> {
  /** The number of days up to today that have not been read. */
  readonly unread: number;
}

function DrawnBars({ product, unread }: DrawnProps) {
  const openChart = useOpenSalesChart();
  const bars = barsOf(product, unread);
  if (!bars) return <div className="card__sales" />;
  return (
    <button type="button" className="card__sales" title="Sales chart" onClick={() => openChart(product.productId)}>
      <svg viewBox={`0 0 ${barsWidth} ${barsHeight}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.unknown !== '' && <path className="card__unknown" d={bars.unknown} />}
        <path d={bars.past} />
        <path className="card__open" d={bars.open} />
      </svg>
      <span className="meta">{unread > 0 ? 'Sales' : <Yesterday marketplace={product.marketplace} bars={bars} />}</span>
      <span className="visually-hidden">, sales chart</span>
    </button>
  );
}

interface YesterdayProps {
  readonly marketplace: string;
  readonly bars: Bars;
}

const Yesterday = ({ marketplace, bars: { yesterday, organicYesterday } }: YesterdayProps) => (
  <>
    {countIn(marketplace, yesterday)} sold yesterday
    {organicYesterday !== null && (
      <span title="Without Sponsored Products, 7-day window">, {countIn(marketplace, organicYesterday)} organic</span>
    )}
  </>
);
