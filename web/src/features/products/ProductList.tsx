import { memo, useCallback } from 'react';
import { isUnchecked, itemStatus } from '@app/shared/domain/issue-status.ts';
import { moneyIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { Chip } from '../../ui/fields/Chip.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { VirtualList } from '../../ui/layout/VirtualList.tsx';
import { nameOf } from '../../world/level.ts';
import { stockKinds, type StockItems } from './stock-kinds.ts';
import { InventoryLine } from './Inventory.tsx';
import type { StockOfProduct } from './stock-state.ts';
import { StaleMark, WorstIssue } from './ProductCard.tsx';
import type { Staleness } from '../../world/staleness.ts';
import './products.css';

interface Props {
  readonly products: readonly Product[];
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  readonly stock: StockItems;
  readonly stalenessOf: (product: Product) => Staleness;
  readonly sellers: ReadonlyMap<string, string>;
  readonly onOpen: (productId: string) => void;
}

const rowHeight = 56;
const noIssues: readonly Issue[] = [];

/** One line per product: the dense layout, and the only one on phones. */
export const ProductList = memo(function ProductList({ products, issues, stock, stalenessOf, sellers, onOpen }: Props) {
  const keyOf = useCallback((row: number) => products[row]?.productId ?? String(row), [products]);
  return (
    <div className="panel">
      <VirtualList count={products.length} estimate={rowHeight} keyOf={keyOf}>
        {(row) => {
          const product = products[row];
          if (!product) return null;
          return (
            <ProductLine
              product={product}
              issues={issues.get(product.productId) ?? noIssues}
              amazonItem={stock.amazon[product.productId] ?? null}
              ownItem={stock.own[product.productId] ?? null}
              defaults={stock.defaults}
              staleness={stalenessOf(product)}
              seller={sellers.get(product.sellerId) ?? ''}
              onOpen={onOpen}
            />
          );
        }}
      </VirtualList>
    </div>
  );
});

interface LineProps extends Pick<Props, 'onOpen'>, StockOfProduct {
  readonly product: Product;
  readonly issues: readonly Issue[];
  readonly seller: string;
  readonly staleness: Staleness;
}

const ProductLine = memo(function ProductLine(props: LineProps) {
  const { product, issues, staleness, seller, amazonItem, ownItem, defaults, onOpen } = props;
  const hasNews = issues.some(({ item }) => isUnchecked(item) && item.status === itemStatus.alert);
  return (
    <article className={hasNews ? 'line line--news' : 'line'}>
      <ProductPicture src={product.imageUrl} size={40} />
      <div className="line__name">
        <button type="button" className="line__open ellipsis" onClick={() => onOpen(product.productId)}>
          {nameOf(product)}
        </button>
        <p className="line__id">
          <Chip>{product.marketplace}</Chip>
          <span className="asin__text">{product.asin1}</span>
          <span className="ellipsis line__seller">{seller}</span>
          {issues.length > 0 && <StaleMark staleness={staleness} />}
        </p>
      </div>
      <div className="line__state">
        <WorstIssue issues={issues} staleness={staleness} />
      </div>
      <InventoryLine
        product={product}
        isStale={staleness !== 'fresh'}
        amazonItem={amazonItem}
        ownItem={ownItem}
        defaults={defaults}
        isIssueShown={isStockIssue(issues[0])}
      />
      <span className="line__price figures">{product.price ? moneyIn(product.marketplace, product.price) : ''}</span>
    </article>
  );
});

const isStockIssue = (issue: Issue | undefined): boolean =>
  issue?.type === stockKinds.amazon || issue?.type === stockKinds.own;
