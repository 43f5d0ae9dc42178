import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';

interface Props {
  readonly name: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export const ConfirmRemoval = ({ name, busy, onClose, onConfirm }: Props) => (
  <Modal title={`Remove ${name}?`} level="warning" onClose={onClose}>
    <p className="dim">Nothing more is sent there, not even what waits. Its address is forgotten.</p>
    <div className="modal__actions">
      <Button onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        Remove
      </Button>
    </div>
  </Modal>
);
