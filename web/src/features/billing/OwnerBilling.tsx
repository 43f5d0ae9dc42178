import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { costsQuery, statusQuery } from './billing-queries.ts';
import { AccountPanels } from './company/AccountPanels.tsx';
import { UserTable } from './company/UserTable.tsx';
import { CostFigures } from './costs/CostFigures.tsx';
import { CostPanel } from './costs/CostPanel.tsx';

export function OwnerBilling() {
  const status = useQuery(statusQuery);
  const costs = useQuery(costsQuery);
  return (
    <>
      {status.error && !status.data ? (
        <section className="panel">
          <ErrorState
            title="The state of the subscription did not load"
            message={status.error.message}
            onRetry={() => void status.refetch()}
          />
        </section>
      ) : (
        <CostFigures costs={costs.data} status={status.data} />
      )}
      <div className="billing__columns">
        <div className="billing__column">
          <CostPanel />
          <UserTable />
        </div>
        <div className="billing__column">
          <AccountPanels />
        </div>
      </div>
    </>
  );
}
