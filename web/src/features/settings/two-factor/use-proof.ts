import { useState } from 'react';
import { ApiError } from '../../../lib/http/api-error.ts';

interface Asked {
  readonly go: () => void;
  readonly giveUp: () => void;
}

/** Runs what needs a recent password; where it is too long ago it is asked for, and the work is done after it. */
export function useProof() {
  const [asked, setAsked] = useState<Asked | null>(null);
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

export type Proven = ReturnType<typeof useProof>['proven'];
