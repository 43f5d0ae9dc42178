import { Suspense } from 'react';
import { useStore } from '../lib/browser/store.ts';
import { proofRequest } from '../lib/session/proof.ts';
import { AwaitedForm } from './AwaitedForm.tsx';
import { dialogForm } from './dialog-form.ts';

export const proof = dialogForm(() => import('./ProofModal.tsx'), 'ProofModal');

/** Asks for the password again when a call needs it; the call continues afterwards, so that no input is lost. */
export function Proof() {
  const request = useStore(proofRequest);
  return request && <Question onAnswer={request.answer} />;
}

interface Props {
  readonly onAnswer: (isProved: boolean) => void;
}

export const Question = ({ onAnswer }: Props) => (
  <Suspense fallback={<AwaitedForm title="Is it you?" form={proof} onCancel={() => onAnswer(false)} />}>
    <proof.Part onAnswer={onAnswer} />
  </Suspense>
);
