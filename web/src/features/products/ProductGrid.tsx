import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { textScale } from '../../ui/layout/text-size.ts';
import { OnPaper } from '../../ui/layout/OnPaper.tsx';
import { VirtualList } from '../../ui/layout/VirtualList.tsx';
import type { StockItems } from './stock-kinds.ts';
import { columnsOf, countGroups } from './columns.ts';
import { ProductCard } from './ProductCard.tsx';
import type { Staleness } from '../../world/staleness.ts';
import './products.css';

interface Props {
  readonly products: readonly Product[];
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  readonly stock: StockItems;
  readonly stalenessOf: (product: Product) => Staleness;
  readonly onOpen: (productId: string) => void;
}

/** The card's height in products.css, in px at the usual size of text. */
const cardHeight = 280;
const scale = textScale();
/** A sheet of paper has room for so many cards beside each other, whatever the width of the window. */
const columnsOnPaper = 3;
/** The number of rows that are drawn beyond the window; more would take time without a visible effect. */
const rowsAhead = 1;
const noIssues: readonly Issue[] = [];

/** The cards in rows; only the rows near the window are in the document. */
export const ProductGrid = memo(function ProductGrid({ products, issues, stock, stalenessOf, onOpen }: Props) {
  const groups = useMemo(() => countGroups(products), [products]);
  const columns = useColumns(groups);
  // The function keeps its identity while nothing changes, because a new one makes the list measure all its rows again.
  const keyOf = useCallback(
    (row: number) => `${columns} ${products[row * columns]?.productId ?? row}`,
    [products, columns],
  );
  const rowOf = (row: number, width: number) => (
    <ul className="cards" style={{ gridTemplateColumns: `repeat(${width}, minmax(0, 1fr))` }}>
      {products.slice(row * width, (row + 1) * width).map((product) => (
        <ProductCard
          key={product.productId}
          product={product}
          issues={issues.get(product.productId) ?? noIssues}
          amazonItem={stock.amazon[product.productId] ?? null}
          ownItem={stock.own[product.productId] ?? null}
          defaults={stock.defaults}
          staleness={stalenessOf(product)}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
  return (
    <VirtualList
      count={Math.ceil(products.length / columns)}
      estimate={cardHeight * scale}
      isFixed
      gap={12}
      overscan={rowsAhead}
      keyOf={keyOf}
      onPaper={
        <OnPaper entries={products.length} perRow={columnsOnPaper}>
          {(row) => rowOf(row, columnsOnPaper)}
        </OnPaper>
      }
    >
      {(row) => rowOf(row, columns)}
    </VirtualList>
  );
});

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The number of columns for the window's width at the usual size of text; only a change of the number renders again. */
const useColumns = (groups: number): number =>
  useSyncExternalStore(subscribe, () => columnsOf(groups, window.innerWidth / scale));
