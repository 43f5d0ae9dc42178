import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { Invoices } from './Invoices.tsx';

/** The invoices, opened from the settings. */
export function InvoicesModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Invoices" medium onClose={onClose}>
      <div className="invoices-modal">
        <Invoices />
      </div>
      <div className="modal__actions">
        <Button variant="primary" onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  );
}
