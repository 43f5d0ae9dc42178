import { SortHead } from '../../ui/layout/SortHead.tsx';
import { nextOrder, type StockColumn, type StockOrder } from './stock-order.ts';

interface Props {
  readonly order: StockOrder;
  readonly onOrder: (order: StockOrder) => void;
}

/** All columns can be sorted except the bars, which show the days left again, and the buttons. */
export function RunwayHead({ order, onOrder }: Props) {
  const sorting = { order, onSort: (by: StockColumn) => onOrder(nextOrder(order, by)) };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...sorting} by="product" label="Product" className="runway__product" />
        <SortHead {...sorting} by="state" label="State" className="runway__state" />
        <th scope="col" className="runway__bar">
          <span className="visually-hidden">Runway, from today to 90 days</span>
          <span className="runway__axis" aria-hidden="true">
            <span>Today</span>
            <span>30 days</span>
            <span>60</span>
            <span>90</span>
          </span>
        </th>
        <SortHead {...sorting} by="daysLeft" label="Days left" className="runway__daysLeft" />
        <SortHead {...sorting} by="inStock" label="In stock" className="runway__inStock" />
        <SortHead {...sorting} by="inbound" label="Inbound" className="runway__inbound" />
        <SortHead {...sorting} by="fbm" label="FBM" className="runway__fbm" />
        <SortHead {...sorting} by="perDay" label="A day" className="runway__perDay" />
        <SortHead {...sorting} by="alertAt" label="Alert at" className="runway__alertAt" />
        <th scope="col" className="runway__act">
          <span className="visually-hidden">What to do</span>
        </th>
      </tr>
    </thead>
  );
}
