import { useState } from 'react';
import { ApiError } from '../../../lib/http/api-error.ts';

interface ProofRequest {
  readonly go: () => void;
  readonly giveUp: () => void;
}

/** Runs work that needs a recent password. When the last one is too old, asks for it and runs the work again. */
export function useProof() {
  const [asked, setAsked] = useState<ProofRequest | null>(null);
  const proven = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proofNeeded') throw error;
    }
    const isProved = await new Promise<boolean>((resolve) => {
      setAsked({ go: () => resolve(true), giveUp: () => resolve(false) });
    });
    setAsked(null);
    return isProved ? work() : null;
  };
  return { proven, asked };
}

export type ProofGuard = ReturnType<typeof useProof>['proven'];
