import type { Product } from '@app/shared/contract/world.ts';
import { countIn } from '@app/shared/base/money.ts';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { inventoryText, unitsInStock } from './inventory-text.ts';
import { isBelowLine, shownLevel, stockStatusOf, wordOfState, type StockOfProduct } from './stock-state.ts';
import './inventory.css';

interface Props extends StockOfProduct {
  readonly product: Product;
  /** Whether the data of the product are not as fresh as they should be. */
  readonly isStale: boolean;
}

/**
 * The stock of a product on a card: the inventory icon of section 4 (no thresholds, ok, warning or alert) and the
 * number, with the text as tooltip.
 */
export function InventoryFigure({ product, isStale, ...items }: Props) {
  const stock = stockStatusOf(product, items);
  const text = inventoryText(product, stock);
  const units = product.inStockQty || (product.fbmQty ?? product.inStockQty);
  if (units === null && text === '') return null;
  const level = shownLevel(stock.state, isStale);
  const isOut = stock.state === 'out' && (units ?? 0) === 0;
  return (
    <div>
      <dt>Stock</dt>
      <dd className={`inventory inventory--${level}`} title={text}>
        <SeveritySign level={level} size={12} />
        <span aria-hidden="true">
          {isOut || units === null ? wordOfState[stock.state] : countIn(product.marketplace, units)}
        </span>
        <span className="visually-hidden">{text || wordOfState[stock.state]}</span>
      </dd>
    </div>
  );
}

interface LineProps extends Props {
  /**
   * Whether the issue beside the line says the same. Phones have no room to repeat it, or to show a stock that needs no
   * action.
   */
  readonly isIssueShown: boolean;
}

/** The stock state as a line of the product list, with its text. */
export function InventoryLine({ product, isStale, isIssueShown, ...items }: LineProps) {
  const stock = stockStatusOf(product, items);
  // Without thresholds the line shows the units. How to set thresholds is explained elsewhere.
  const text = stock.state === 'unset' ? unitsInStock(product, stock) : inventoryText(product, stock);
  if (text === '') return <p className="line__stock" />;
  const level = shownLevel(stock.state, isStale);
  const isBelow = isBelowLine(stock.state);
  const look = `${isBelow ? `tone--${level}` : ''} ${isIssueShown || !isBelow ? 'line__stock--wide' : ''}`;
  return (
    <p className={`line__stock meta ${look}`} title={text}>
      <SeveritySign level={level} size={14} />
      <span className="line__stock-text">{text}</span>
    </p>
  );
}
