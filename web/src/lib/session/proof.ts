import { createStore } from '../browser/store.ts';

interface ProofRequest {
  readonly answer: (isProved: boolean) => void;
}

/** While not null, a dialog asks for the password again. */
export const proofRequest = createStore<ProofRequest | null>(null);

let asked: Promise<boolean> | null = null;

/** Resolves to whether the password was given again. Calls that need it at the same time share one dialog. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    proofRequest.set({
      answer: (isProved) => {
        asked = null;
        proofRequest.set(null);
        resolve(isProved);
      },
    });
  });
  return asked;
}
