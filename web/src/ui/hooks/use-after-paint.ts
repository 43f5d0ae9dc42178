import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

/** The limit of the wait, because a hidden page is never painted. */
const longestMs = 100;

/**
 * A chosen value, delayed until the page has shown the choice: for content that takes long to draw. Without the delay a
 * browser would do that work before it paints the choice.
 */
export function useAfterPaint<Value>(value: Value): Value;
export function useAfterPaint<Value>(value: Value, initially: Value | null): Value | null;
export function useAfterPaint<Value>(value: Value, initially: Value | null = value): Value | null {
  const [shown, setShown] = useState(initially);
  useEffect(() => afterPaint(() => startTransition(() => setShown(() => value))), [value]);
  return shown;
}

/** Runs the latest given action once the page has been painted, and never after the component is gone. */
export function useLater(): (act: () => void) => void {
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  return useCallback((act) => {
    cancel.current?.();
    cancel.current = afterPaint(act);
  }, []);
}

/**
 * Runs the action once, after the paint or after the longest wait, whichever comes first; the paint may still follow.
 */
export function afterPaint(act: () => void): () => void {
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
