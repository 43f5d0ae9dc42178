import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { invoicesQuery } from '../billing-queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

/** The invoices, with their states of loading and failure. */
export function Invoices() {
  const { data, error, refetch } = useQuery(invoicesQuery);
  if (data) return <InvoiceTable {...data} />;
  if (error) {
    return <ErrorState title="The invoices did not load" failure={error} onRetry={() => void refetch()} />;
  }
  return (
    <SkeletonArea label="Loading the invoices">
      <span className="invoices__waiting">
        <Skeleton height="96px" />
      </span>
    </SkeletonArea>
  );
}
