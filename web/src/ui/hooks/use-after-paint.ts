import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

/** A page that nobody sees is not drawn. */
const longestMs = 100;

/**
 * A value that has been chosen, once the page has shown that it was: for what takes long to draw. The choice itself is
 * drawn first, since a browser that finds more to do before its next picture does that before.
 */
export function useAfterPaint<Value>(value: Value): Value;
export function useAfterPaint<Value>(value: Value, initially: Value | null): Value | null;
export function useAfterPaint<Value>(value: Value, initially: Value | null = value): Value | null {
  const [shown, setShown] = useState(initially);
  useEffect(() => afterPaint(() => startTransition(() => setShown(() => value))), [value]);
  return shown;
}

/** Does what has been asked for last once the page has been painted; never after the component is gone. */
export function useLater(): (act: () => void) => void {
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  return useCallback((act) => {
    cancel.current?.();
    cancel.current = afterPaint(act);
  }, []);
}

/** Once, whichever of the two comes first: a picture may come after the longest wait too. */
function afterPaint(act: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const actOnce = () => {
    cancel();
    act();
  };
  let timer = setTimeout(actOnce, longestMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(actOnce);
  });
  return cancel;
}
