import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/sentinel.ts';
import { barsHeight, barsOf, barsWidth } from './sales-bars.ts';

/** Two weeks of units sold on a card, and yesterday's in words. What nobody knows yet leaves its place empty. */
export function SalesBars({ product }: { readonly product: Product }) {
  const bars = barsOf(product);
  if (!bars) return <div className="card__sales" />;
  return (
    <div className="card__sales">
      <svg viewBox={`0 0 ${barsWidth} ${barsHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars.past} />
        <path className="card__today" d={bars.today} />
      </svg>
      <p className="meta">{countIn(product.marketplace, bars.yesterday)} sold yesterday</p>
    </div>
  );
}
