import { Button } from '../../ui/fields/Button.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';

interface Props {
  readonly text: string;
  readonly onClose: () => void;
}

export const SuccessModal = ({ text, onClose }: Props) => (
  <Modal title="Success" level="ok" onClose={onClose}>
    <p className="dim">{text}</p>
    <div className="modal__actions">
      <Button variant="primary" onClick={onClose} data-autofocus>
        Close
      </Button>
    </div>
  </Modal>
);
