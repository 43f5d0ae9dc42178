import { Suspense } from 'react';
import { lazyPart } from '../lib/browser/lazy-part.tsx';
import { loadPart } from '../lib/browser/load-part.ts';
import { useStore } from '../lib/browser/store.ts';
import { proofRequest } from '../lib/session/proof.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';

export const proof = lazyPart(async () => (await loadPart(() => import('./ProofModal.tsx'))).ProofModal);

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
const Waiting = ({ onCancel }: { readonly onCancel: () => void }) => (
  <Modal title="Is it you?" onClose={onCancel}>
    <p className="dim">The form for your password is being loaded.</p>
    <div className="modal__actions">
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  </Modal>
);
