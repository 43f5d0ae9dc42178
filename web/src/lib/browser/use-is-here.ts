import { useEffect, useRef } from 'react';

/**
 * Returns a function that tells whether the component is still on the page. The outcome of a call that it began is told
 * elsewhere if it is not.
 */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
