import { setBankAccount, setCard, type PaymentMethod } from '@app/shared/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/http/call.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh } from '../billing-queries.ts';
import { BankForm } from './BankForm.tsx';
import { CardForm } from './CardForm.tsx';
import { useBillingAddress } from './use-billing-address.tsx';
import { usePaymentForm } from './use-payment-form.ts';

interface Props {
  readonly method: PaymentMethod['method'];
  /** Specification, section 2: "billing address requested unless 'true'" (`skipbillingaddress`). */
  readonly isAddressRequested: boolean;
  readonly onClose: () => void;
}

/** Section 9: how long "payment updated" is shown. */
const updatedMs = 4_000;
/** Section 9: the label of the payment panel. */
const label = 'Update payment method';

/** The form in which the owner sets a card or a bank account. */
export function PaymentModal({ method, isAddressRequested, onClose }: Props) {
  const refresh = useBillingRefresh();
  const { data: identity } = useQuery(identityQuery);
  const address = useBillingAddress(isAddressRequested);
  const handle = usePaymentForm({
    method,
    send: (token) => call(method === 'card' ? setCard : setBankAccount, { body: { token } }),
    prepare: address.save,
    onSaved: () => {
      showToast('Payment method has been updated', { forMs: updatedMs });
      void refresh();
      onClose();
    },
  });
  const isBusy = handle.form.phase === 'busy';
  const parts = {
    handle,
    label,
    extra: address.fields,
    other: (
      <Button disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
    ),
  };
  return (
    <Modal
      title={method === 'card' ? 'Pay by card' : 'Pay by ACH transfer'}
      onClose={onClose}
      isBusy={isBusy}
      // While a payment is being set up, the dialog leaves the top layer, where it would cover the provider's window.
      isBelow={isBusy}
    >
      {method === 'card' ? (
        <CardForm {...parts} />
      ) : (
        <BankForm
          {...parts}
          holderName={`${identity?.firstName ?? ''} ${identity?.lastName ?? ''}`.trim()}
          email={identity?.email ?? ''}
        />
      )}
    </Modal>
  );
}
