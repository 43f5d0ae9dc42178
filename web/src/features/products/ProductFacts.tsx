import { findMarketplace, localeOf } from '@app/shared/base/marketplaces.ts';
import { countIn, moneyIn } from '@app/shared/base/money.ts';
import { severityOfStatus } from '@app/shared/base/severity.ts';
import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { usualUnits } from '@app/shared/domain/risk/money-at-risk.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { isYesterdayKnown } from '../../world/known-yesterday.ts';
import type { Staleness } from '../../world/staleness.ts';
import { inventoryText } from './inventory-text.ts';
import { stockItemsOf, stockKinds } from './stock-kinds.ts';
import { shownLevel, stockOf } from './stock-state.ts';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly staleness: Staleness;
}

/** Shows the known facts; an unknown one is left out. */
export function ProductFacts({ product, watchDogs, staleness }: Props) {
  const isSoldKnown = isYesterdayKnown(product.marketplace, staleness, useNow());
  const facts = [
    { label: 'Price', value: product.price && moneyIn(product.marketplace, product.price) },
    { label: 'Rank, 24 h', value: product.bsrRank === null ? null : countIn(product.marketplace, product.bsrRank) },
    { label: 'Rating', ...rating(product) },
    {
      label: 'Sold yesterday',
      ...(isSoldKnown ? soldYesterday(product, watchDogs[stockKinds.sales]?.items[product.productId]) : unknown),
    },
    { label: 'FBA stock', ...fbaStock(product) },
    { label: 'FBM stock', value: product.fbmQty === null ? null : countIn(product.marketplace, product.fbmQty) },
    { label: 'FBA fee', value: feeOf(product) },
  ].filter((fact) => fact.value !== null);
  return (
    <dl className="product-facts">
      {facts.map(({ label, value, ...fact }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figures">{value}</span>{' '}
            {'note' in fact && fact.note && <span className="product-facts__note">{fact.note}</span>}
          </dd>
        </div>
      ))}
      <Stock product={product} watchDogs={watchDogs} isStale={staleness !== 'fresh'} />
    </dl>
  );
}

interface Fact {
  readonly value: string | null;
  readonly note?: string | null;
}

const unknown: Fact = { value: null };

function rating({ marketplace, starRating, reviewCount }: Product): Fact {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const reviews =
    reviewCount === null ? null : `${countIn(marketplace, reviewCount)} ${reviewCount === 1 ? 'review' : 'reviews'}`;
  return { value: starRating?.toLocaleString(localeOf(marketplace), digits) ?? null, note: reviews };
}

function soldYesterday(product: Product, salesDrop: WorldItem | undefined): Fact {
  if (product.ageHours < 0) return { value: null };
  // The list of a new product ends with its first sale.
  const yesterday = product.sales[1]?.unitsSold ?? 0;
  // During a sales drop recent days do not show the usual sales; the issue states how many units were expected.
  const isDropOpen = salesDrop !== undefined && severityOfStatus(salesDrop.status) !== 'ok';
  const usual = isDropOpen ? null : usualUnits(product);
  const note = usual === null ? null : `usual ${countIn(product.marketplace, Math.round(usual))}`;
  return { value: countIn(product.marketplace, yesterday), note };
}

function fbaStock({ marketplace, inStockQty, inboundQty }: Product): Fact {
  if (inStockQty === null) return { value: null };
  return {
    value: countIn(marketplace, inStockQty),
    note: inboundQty ? `+${countIn(marketplace, inboundQty)} on the way` : null,
  };
}

/** The fee in the marketplace's currency. */
function feeOf({ fbaFeeEstimate: cents, marketplace }: Product): string | null {
  const currency = findMarketplace(marketplace)?.currency;
  return cents === null || currency === undefined ? null : moneyIn(marketplace, { cents, currency });
}

/** How long the stock lasts, in the words of the Stock view. */
function Stock({ product, watchDogs, isStale }: Omit<Props, 'staleness'> & { readonly isStale: boolean }) {
  const stock = stockOf(product, stockItemsOf(watchDogs));
  const text = inventoryText(product, stock);
  // Without thresholds there is no text here; how to set them is explained elsewhere.
  if (text === '' || stock.state === 'unset') return null;
  return (
    <div className="product-facts__text">
      <dt>Stock</dt>
      <dd className={`tone--${shownLevel(stock.state, isStale)}`}>{text}</dd>
    </div>
  );
}
