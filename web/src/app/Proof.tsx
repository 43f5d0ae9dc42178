import { Suspense } from 'react';
import { lazyPart } from '../lib/browser/lazy-part.tsx';
import { loadPart } from '../lib/browser/load-part.ts';
import { useStore } from '../lib/browser/store.ts';
import { proofRequest } from '../lib/session/proof.ts';

export const proof = lazyPart(async () => (await loadPart(() => import('./ProofModal.tsx'))).ProofModal);

/** Asks for the password again when a call needs it; the call continues afterwards, so that no input is lost. */
export function Proof() {
  const request = useStore(proofRequest);
  return (
    request && (
      <Suspense fallback={null}>
        <proof.Part onAnswer={request.answer} />
      </Suspense>
    )
  );
}
