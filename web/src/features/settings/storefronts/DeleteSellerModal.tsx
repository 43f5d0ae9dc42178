import { useState } from 'react';
import { deleteSeller, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { accountName, regionNames } from './account-words.ts';

interface Props {
  readonly form: FormHandle;
  readonly account: SellerAccount;
  readonly onClose: () => void;
}

export function DeleteSellerModal({ form, account, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(deleteSeller, { params: { sellerId: account.sellerId } });
      showToast('Account deletion in progress');
      onClose();
      await form.reload();
    } catch (error) {
      setFailure(errorAndMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal title={`Delete ${accountName(account)}?`} level="warning" onClose={onClose} isBusy={isBusy}>
      <div className="modal-form">
        <p className="dim">
          Seller account {account.sellerKey}, {regionNames[account.region]}. Its products, alerts and history are
          deleted and cannot be brought back. Nothing changes at Amazon.
        </p>
        {failure && (
          <Banner level="alert" title="Error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <div className="modal__actions">
          <Button disabled={isBusy} onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
            Delete Account
          </Button>
        </div>
      </div>
    </Modal>
  );
}
