import { Modal } from '../../../ui/overlays/Modal.tsx';
import type { BillingStatus } from '../billing-queries.ts';
import { MethodRows } from './MethodRows.tsx';
import { PendingAccount } from './PendingAccount.tsx';
import { useMethodDialogs } from './use-method-dialogs.tsx';

interface Props {
  readonly status: BillingStatus;
  readonly isAddressRequested: boolean;
  readonly onClose: () => void;
}

/** The choice of a payment method in the settings. */
export function PaymentMethodModal({ status, isAddressRequested, onClose }: Props) {
  const { dialog, open } = useMethodDialogs(status, { isAddressRequested, onClosed: onClose });
  // Only one dialog is open at a time: a second modal dialog would cover the window of the provider.
  if (dialog) return dialog;
  return (
    <Modal title={methodAction(status)} onClose={onClose}>
      {status.pendingMethod && <PendingAccount account={status.pendingMethod} current={status.paymentMethod} />}
      <MethodRows
        current={status.paymentMethod}
        isDisabled={!status.isPaymentSetUp}
        onSet={open}
        onDetails={() => open('details')}
      />
      {!status.isPaymentSetUp && <p className="meta">Payments are not set up on this server.</p>}
    </Modal>
  );
}

export const methodAction = ({ hasPaymentDetails }: Pick<BillingStatus, 'hasPaymentDetails'>): string =>
  hasPaymentDetails ? 'Change payment method' : 'Add payment method';
