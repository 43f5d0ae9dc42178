import { lostPart } from '../lib/browser/new-version.ts';
import { useStore } from '../lib/browser/store.ts';
import { proofRequest } from '../lib/session/proof.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import { needsLogin } from '../lib/session/session.ts';
import { proof } from './Proof.tsx';
import { reLogin } from './ReLogin.tsx';

/** Offers to reload the page after an outage in which a part of it did not load. */
export function LostPart() {
  const isLost = useStore(lostPart);
  const isTold = useIsTold();
  if (!isLost || isTold) return null;
  return (
    <Modal title="A part of the page did not load" level="stale" onClose={closeLostPart}>
      <p className="dim">
        The connection was down while it was being loaded, and is back now. Reload the page to get it; unsaved changes
        are lost then.
      </p>
      <div className="modal__actions">
        <Button onClick={closeLostPart}>Later</Button>
        <Button variant="primary" onClick={() => window.location.reload()} data-autofocus>
          Reload now
        </Button>
      </div>
    </Modal>
  );
}

const closeLostPart = (): void => lostPart.set(false);

/** Whether an open dialog says itself that its form did not load. */
function useIsTold(): boolean {
  const lacksProof = useStore(proof.isLost);
  const lacksReLogin = useStore(reLogin.isLost);
  const isAsked = useStore(proofRequest) !== null;
  const isLoggedOut = useStore(needsLogin);
  return (lacksProof && isAsked) || (lacksReLogin && isLoggedOut);
}
