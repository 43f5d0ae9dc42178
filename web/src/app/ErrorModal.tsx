import { shownError } from '../lib/http/shown-error.ts';
import { useStore } from '../lib/browser/store.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';

export function ErrorModal() {
  const error = useStore(shownError);
  if (!error) return null;
  return (
    <Modal title="That did not work" level="alert" onClose={closeError}>
      <p className="dim">{error.message}</p>
      {error.requestId && <p className="meta">Request {error.requestId}</p>}
      <div className="modal__actions">
        <Button variant="primary" onClick={closeError} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  );
}

const closeError = (): void => shownError.set(null);
