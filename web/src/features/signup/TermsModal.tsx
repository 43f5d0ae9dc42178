import { Button } from '../../ui/fields/Button.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { terms } from './terms.ts';

export function TermsModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Terms and conditions" medium onClose={onClose}>
      <div className="terms">
        {terms.map(({ title, text }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p className="dim">{text}</p>
          </section>
        ))}
      </div>
      <div className="modal__actions">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
