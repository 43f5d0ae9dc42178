import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { countIn, moneyIn } from '@app/shared/base/money.ts';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Chip } from '../../ui/fields/Chip.tsx';
import { SortHead } from '../../ui/layout/SortHead.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { nameOf } from '../../world/level.ts';
import { OpenIssue } from '../issues/product/OpenIssue.tsx';
import { openLinesOf } from '../issues/product/product-lines.ts';
import { StaleMark, WorstIssue } from '../products/ProductCard.tsx';
import type { TableOrder } from './table-search.ts';
import '../issues/card/alerts.css';
import '../issues/product/product-issues.css';
import '../products/products.css';
import type { Staleness } from '../../world/staleness.ts';

interface Props {
  readonly products: readonly Product[];
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  readonly stalenessOf: (product: Product) => Staleness;
  readonly sellers: ReadonlyMap<string, string>;
  readonly order: TableOrder | null;
  readonly onSort: (by: TableOrder['by']) => void;
  readonly onOpen: (productId: string) => void;
}

const noIssues: readonly Issue[] = [];

/** One page of products, sorted by the server. The issues of a product open below its row, with their buttons. */
export function ProductTable({ products, watchDogs, issues, stalenessOf, sellers, order, onSort, onOpen }: Props) {
  const sorting = { order, onSort };
  return (
    <table className="panel ptable">
      <thead>
        <tr>
          <SortHead {...sorting} by="product" label="Product" />
          <SortHead {...sorting} by="problems" label="Issues" />
          <SortHead {...sorting} by="stock" label="In stock" className="ptable__stock" />
          <SortHead {...sorting} by="price" label="Price" className="ptable__price" />
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <ProductRow
            key={product.productId}
            product={product}
            watchDogs={watchDogs}
            issues={issues.get(product.productId) ?? noIssues}
            staleness={stalenessOf(product)}
            seller={sellers.get(product.sellerId) ?? ''}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, 'watchDogs' | 'onOpen'> {
  readonly product: Product;
  readonly issues: readonly Issue[];
  readonly staleness: Staleness;
  readonly seller: string;
}

const ProductRow = memo(function ProductRow({ product, watchDogs, issues, staleness, seller, onOpen }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const issuesId = useId();
  const name = nameOf(product);
  const { marketplace, price } = product;
  const units = product.inStockQty || (product.fbmQty ?? product.inStockQty);
  return (
    <>
      <tr>
        <td>
          <div className="ptable__product">
            <ProductPicture src={product.imageUrl} size={40} />
            <div className="ptable__name">
              <button type="button" className="ptable__open ellipsis" onClick={() => onOpen(product.productId)}>
                {name}
              </button>
              <p className="line__id">
                <Chip>{marketplace}</Chip>
                <span className="asin__text">{product.asin1}</span>
                <span className="ellipsis line__seller">{seller}</span>
                {issues.length > 0 && <StaleMark staleness={staleness} />}
              </p>
            </div>
          </div>
        </td>
        <td>
          <div className="ptable__issues">
            <div className="ptable__worst">
              <WorstIssue issues={issues} staleness={staleness} />
            </div>
            {(issues.length > 0 || isOpen) && (
              <Button
                size="sm"
                aria-expanded={isOpen}
                aria-controls={issuesId}
                aria-label={`${isOpen ? 'Hide' : 'Show'} issues: ${name}`}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? (
                  <IconChevronUp size={14} aria-hidden="true" />
                ) : (
                  <IconChevronDown size={14} aria-hidden="true" />
                )}
              </Button>
            )}
          </div>
        </td>
        <td className="ptable__stock figures">{units === null ? '' : countIn(marketplace, units)}</td>
        <td className="ptable__price figures">{price ? moneyIn(marketplace, price) : ''}</td>
      </tr>
      {isOpen && (
        <tr id={issuesId} className="ptable__below">
          <td colSpan={4}>
            <OpenIssues product={product} watchDogs={watchDogs} />
          </td>
        </tr>
      )}
    </>
  );
});

function OpenIssues({ product, watchDogs }: Pick<RowProps, 'product' | 'watchDogs'>) {
  const open = useMemo(() => openLinesOf(product, watchDogs), [product, watchDogs]);
  if (open.length === 0) return <p className="dim ptable__none">No open issues</p>;
  return open.map((line) => <OpenIssue key={line.item.watchDogId} product={product} {...line} />);
}
