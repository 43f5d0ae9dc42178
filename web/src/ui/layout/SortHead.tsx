import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import './sort-head.css';

interface Props<Column extends string> {
  readonly by: Column;
  readonly label: string;
  readonly className?: string;
  readonly order: { readonly by: Column; readonly isDescending: boolean } | null;
  readonly onSort: (by: Column) => void;
}

/** The head of a column by which the table can be sorted. */
export function SortHead<Column extends string>({ by, label, className, order, onSort }: Props<Column>) {
  const isCurrent = order?.by === by;
  const Sign = order?.isDescending ? IconChevronDown : IconChevronUp;
  const direction = order?.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isCurrent ? direction : undefined} className={className}>
      <button type="button" className="sort-head" onClick={() => onSort(by)}>
        {label}
        {isCurrent && <Sign size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
