import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { isYesterdayKnown } from '../../../world/known-yesterday.ts';
import { lastCheckOf, type Staleness } from '../../../world/staleness.ts';
import { useOpenSalesChart } from './SalesChart.tsx';
import { barsHeight, barsOf, barsWidth, type Bars } from './sales-bars.ts';

interface Props {
  readonly product: Product;
  readonly staleness: Staleness;
}

/**
 * Shows two weeks of units sold on a card, with yesterday's number in words; a click opens the sales chart. The space
 * stays empty while the sales are unknown.
 */
export function SalesBars({ product, staleness }: Props) {
  const openChart = useOpenSalesChart();
  const bars = barsOf(product);
  if (!bars) return <div className="card__sales" />;
  const sold = { marketplace: product.marketplace, bars };
  return (
    <button type="button" className="card__sales" title="Sales chart" onClick={() => openChart(product.productId)}>
      <svg viewBox={`0 0 ${barsWidth} ${barsHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars.past} />
        <path className="card__today" d={bars.today} />
      </svg>
      <span className="meta">
        {lastCheckOf(staleness) === null ? <Yesterday {...sold} /> : <StaleYesterday {...sold} staleness={staleness} />}
      </span>
      <span className="visually-hidden">, sales chart</span>
    </button>
  );
}

interface SoldProps {
  readonly marketplace: string;
  readonly bars: Bars;
}

/** Only the cards of a stale marketplace follow the clock. */
function StaleYesterday({ staleness, ...sold }: SoldProps & Pick<Props, 'staleness'>) {
  const now = useNow();
  return isYesterdayKnown(sold.marketplace, staleness, now) ? <Yesterday {...sold} /> : 'Sales';
}

const Yesterday = ({ marketplace, bars: { yesterday, organicYesterday } }: SoldProps) => (
  <>
    {countIn(marketplace, yesterday)} sold yesterday
    {organicYesterday !== null && (
      <span title="Without Sponsored Products, 7-day window">, {countIn(marketplace, organicYesterday)} organic</span>
    )}
  </>
);
