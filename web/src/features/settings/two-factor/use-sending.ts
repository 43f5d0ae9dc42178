import { messageOfError } from '@app/shared/base/thrown.ts';
import { useState } from 'react';

/** Runs one call at a time and keeps the text of its failure. */
export function useSending(onFailed?: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(messageOfError(error));
      onFailed?.();
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send, dismiss: () => setFailure(null) };
}
