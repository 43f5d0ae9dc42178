import { IconPackage } from '@tabler/icons-react';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { NoMatch } from '../dashboard/NoMatch.tsx';
import { isFiltered, type TableSearch } from './table-search.ts';

interface Props {
  readonly search: TableSearch;
  /** Whether the answer to this search is still to come; what is shown is that of the search before it. */
  readonly isTurning: boolean;
  readonly onClear: () => void;
}

/** Shown in place of the table: nothing matches the filter, or there are no products yet. */
export function EmptyTable({ search, isTurning, onClear }: Props) {
  if (isTurning || isFiltered(search)) return <NoMatch onClear={onClear} />;
  return (
    <Panel>
      <EmptyState icon={<IconPackage size={24} aria-hidden="true" />} title="No items to show">
        Your products appear here once they are tracked.
      </EmptyState>
    </Panel>
  );
}
