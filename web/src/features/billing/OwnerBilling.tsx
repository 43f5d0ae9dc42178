import { useQuery } from '@tanstack/react-query';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { costsQuery, type BillingStatus, type Costs } from './billing-queries.ts';
import { AccountPanels } from './company/AccountPanels.tsx';
import { UserTable } from './company/UserTable.tsx';
import { CostFigures } from './costs/CostFigures.tsx';
import { CostPanel } from './costs/CostPanel.tsx';
import { HistoryPanel } from './history/HistoryPanel.tsx';
import { PaymentPanel } from './method/PaymentPanel.tsx';
import { BudgetPanel } from './plan/BudgetPanel.tsx';
import { CouponPanel } from './plan/CouponPanel.tsx';
import { FrequencyPanel } from './plan/FrequencyPanel.tsx';
import { PreviewPanel } from './plan/PreviewPanel.tsx';
import { useSubscriptionStatus } from './use-subscription-status.ts';

/** The owner's billing page: costs on the left; payment, price preview and company on the right. */
export function OwnerBilling() {
  const status = useSubscriptionStatus();
  const costs = useQuery(costsQuery);
  const failed = useFailed(status);
  // Without costs the figures are left out, because the cost panel reports the failure.
  const hasFigures = !failed && (costs.error === null || costs.data !== undefined);
  // Section 4: payment status 0 "hides payment and cancel areas".
  const billed = status.data && status.data.paymentStatus !== paymentStatus.exempt ? status.data : null;
  return (
    <>
      {failed && (
        <section className="panel">
          <ErrorState title="The state of the subscription did not load" {...failed} />
        </section>
      )}
      {hasFigures && <CostFigures costs={costs.data} status={status.data} />}
      <div className="billing__columns">
        <div className="billing__column">
          <CostPanel />
          {billed && <HistoryPanel status={billed} />}
          <UserTable />
        </div>
        <div className="billing__column">
          {billed && <PaymentColumn status={billed} costs={costs.data} />}
          {!status.data && !failed && <PaymentWaiting />}
          <PreviewPanel />
          <AccountPanels />
        </div>
      </div>
    </>
  );
}

function PaymentColumn({ status, costs }: { readonly status: BillingStatus; readonly costs: Costs | undefined }) {
  return (
    <>
      <PaymentPanel status={status} costs={costs} />
      <FrequencyPanel status={status} />
      <BudgetPanel costs={costs} />
      {status.offers.coupons && <CouponPanel />}
    </>
  );
}

/** A placeholder with the height of the payment panels, so that the panels below do not jump. */
const PaymentWaiting = () => (
  <SkeletonArea label="Loading the payment method">
    <span className="billing__column">
      <Skeleton height="208px" />
      <Skeleton height="124px" />
      <Skeleton height="260px" />
      <Skeleton height="128px" />
    </span>
  </SkeletonArea>
);
