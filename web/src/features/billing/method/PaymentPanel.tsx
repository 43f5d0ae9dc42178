import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { canceledText } from '../cancel/cancel-words.ts';
import { SubscriptionButton } from '../cancel/SubscriptionButton.tsx';
import type { BillingStatus, Costs } from '../billing-queries.ts';
import { hasTooFewFunds, tooFewFundsText } from './funds.ts';
import { MethodRows } from './MethodRows.tsx';
import { PendingAccount } from './PendingAccount.tsx';
import { useMethodDialogs } from './use-method-dialogs.tsx';

interface Props {
  readonly status: BillingStatus;
  readonly costs: Costs | undefined;
}

/** The payment method, and below it the end of the subscription in plain words. */
export function PaymentPanel({ status, costs }: Props) {
  const { dialog, open } = useMethodDialogs(status, { isAddressRequested: true });
  const { paymentStatus: code, paymentMethod, pendingMethod, isPaymentSetUp, canceled, message } = status;
  const isInfo = code === paymentStatus.good && paymentMethod?.status !== 'disputed';
  return (
    <Panel title="Payment method" footer={<SubscriptionButton status={status} />}>
      {message && (
        <div className="methods__note">
          <Banner level={isInfo ? 'info' : 'warning'}>{message}</Banner>
        </div>
      )}
      {hasTooFewFunds(paymentMethod, costs?.period.nextBillAmount ?? null) && (
        <div className="methods__note">
          <Banner level="warning">{tooFewFundsText}</Banner>
        </div>
      )}
      {pendingMethod && (
        <div className="methods__note">
          <PendingAccount account={pendingMethod} current={paymentMethod} />
        </div>
      )}
      <MethodRows current={paymentMethod} isDisabled={!isPaymentSetUp} onSet={open} onDetails={() => open('details')} />
      {!isPaymentSetUp && <p className="meta methods__note">Payments are not set up on this server.</p>}
      {canceled && <p className="meta methods__note">{canceledText(status)}</p>}
      {dialog}
    </Panel>
  );
}
