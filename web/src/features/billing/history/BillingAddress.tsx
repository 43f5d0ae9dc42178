import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh } from '../billing-queries.ts';
import { useBillingAddress } from '../method/use-billing-address.tsx';

/** Opens the address on invoices, which can be saved without giving a payment method again. */
export function BillingAddress() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Edit the billing address
      </Button>
      {isOpen && <AddressModal onClose={() => setOpen(false)} />}
    </>
  );
}

function AddressModal({ onClose }: { readonly onClose: () => void }) {
  const refresh = useBillingRefresh();
  const address = useBillingAddress(true);
  const [isBusy, setBusy] = useState(false);
  const handleSave = async () => {
    setBusy(true);
    const isSaved = await address.save();
    setBusy(false);
    if (!isSaved) return;
    showToast('Payment details have been saved successfully');
    void refresh();
    onClose();
  };
  return (
    <Modal title="Edit the billing address" onClose={onClose} isBusy={isBusy}>
      {address.fields || (
        <SkeletonArea label="Loading the billing address">
          <Skeleton height="320px" />
        </SkeletonArea>
      )}
      <div className="modal__actions">
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={isBusy} disabled={!address.fields} onClick={() => void handleSave()}>
          Save
        </Button>
      </div>
    </Modal>
  );
}
