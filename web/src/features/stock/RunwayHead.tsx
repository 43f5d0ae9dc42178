import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { nextOrder, type StockColumn, type StockOrder } from './stock-order.ts';

interface Props {
  readonly order: StockOrder;
  readonly onOrder: (order: StockOrder) => void;
}

/** All columns can be sorted except the bars, which show the days left again, and the buttons. */
export function RunwayHead(sorting: Props) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...sorting} by="product" label="Product" />
        <SortHead {...sorting} by="state" label="State" />
        <th scope="col" className="runway__bar">
          <span className="visually-hidden">Runway, from today to 90 days</span>
          <span className="runway__axis" aria-hidden="true">
            <span>Today</span>
            <span>30 days</span>
            <span>60</span>
            <span>90</span>
          </span>
        </th>
        <SortHead {...sorting} by="daysLeft" label="Days left" />
        <SortHead {...sorting} by="inStock" label="In stock" />
        <SortHead {...sorting} by="inbound" label="Inbound" />
        <SortHead {...sorting} by="fbm" label="FBM" />
        <SortHead {...sorting} by="perDay" label="A day" />
        <SortHead {...sorting} by="alertAt" label="Alert at" />
        <th scope="col" className="runway__act">
          <span className="visually-hidden">What to do</span>
        </th>
      </tr>
    </thead>
  );
}

interface SortProps extends Props {
  readonly by: StockColumn;
  readonly label: string;
}

function SortHead({ by, label, order, onOrder }: SortProps) {
  const isCurrent = order.by === by;
  const Sign = order.isDescending ? IconChevronDown : IconChevronUp;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isCurrent ? direction : undefined} className={`runway__${by}`}>
      <button type="button" className="runway__sort" onClick={() => onOrder(nextOrder(order, by))}>
        {label}
        {isCurrent && <Sign size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
