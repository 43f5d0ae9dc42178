import { Suspense } from 'react';
import { lazyPart } from '../lib/browser/lazy-part.tsx';
import { loadPart } from '../lib/browser/load-part.ts';
import { lostPart } from '../lib/browser/new-version.ts';
import { createStore, useStore } from '../lib/browser/store.ts';
import { proofRequest } from '../lib/session/proof.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import type { ProofModal } from './ProofModal.tsx';

/** Whether the code of the form did not arrive. Browsers do not request it again before the page is reloaded. */
export const isFormLost = createStore(false);

const loadForm = async () => {
  // Vite's import resolves to `undefined` when the code is missing, although its type does not say so.
  const form: { readonly ProofModal: typeof ProofModal } | undefined = await import('./ProofModal.tsx');
  isFormLost.set(form === undefined);
  return form;
};
export const proof = lazyPart(async () => (await loadPart(loadForm)).ProofModal);

/** Asks for the password again when a call needs it; the call continues afterwards, so that no input is lost. */
export function Proof() {
  const request = useStore(proofRequest);
  return request && <Question onAnswer={request.answer} />;
}

interface Props {
  readonly onAnswer: (isProved: boolean) => void;
}

export const Question = ({ onAnswer }: Props) => (
  <Suspense fallback={<Waiting onCancel={() => onAnswer(false)} />}>
    <proof.Part onAnswer={onAnswer} />
  </Suspense>
);

/**
 * Takes the place of the form until its code has arrived. It may never arrive, and the dialog whose call waits for the
 * answer could not be left then.
 */
function Waiting({ onCancel }: { readonly onCancel: () => void }) {
  const isLost = useStore(isFormLost);
  const leave = () => {
    // The person has read here that the form is lost, and another dialog need not say it again.
    if (isLost) lostPart.set(false);
    onCancel();
  };
  return (
    <Modal title="Is it you?" onClose={leave}>
      <p className="dim">
        {isLost
          ? 'The form for your password did not load. Reload the page to get it; unsaved changes are lost then.'
          : 'The form for your password is being loaded.'}
      </p>
      <div className="modal__actions">
        <Button onClick={leave}>Cancel</Button>
        {isLost && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload now
          </Button>
        )}
      </div>
    </Modal>
  );
}
