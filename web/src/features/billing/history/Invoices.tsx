import { useQuery } from '@tanstack/react-query';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { invoicesQuery } from '../billing-queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

/** The invoices, with their states of loading and failure. */
export function Invoices() {
  const invoices = useQuery(invoicesQuery);
  const { data } = invoices;
  const failed = useFailed(invoices);
  if (data) return <InvoiceTable {...data} />;
  if (failed) return <ErrorState title="The invoices did not load" {...failed} />;
  return (
    <SkeletonArea label="Loading the invoices">
      <span className="invoices__waiting">
        <Skeleton height="96px" />
      </span>
    </SkeletonArea>
  );
}
