import { useEffect, useRef } from 'react';

/**
 * Returns a function that begins work with a signal, which aborts when the component is taken from the page: a dialog
 * that was closed, or a page that was left, then does nothing any more with an answer that is still under way.
 */
export function useWhileHere(): () => AbortSignal {
  const begun = useRef<AbortController>(null);
  useEffect(() => () => begun.current?.abort(), []);
  return () => {
    begun.current = new AbortController();
    return begun.current.signal;
  };
}
