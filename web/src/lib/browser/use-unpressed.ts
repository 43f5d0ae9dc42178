import { startTransition, useEffect, useState } from 'react';
import { afterPress, isPointerPressed } from './press.ts';

/** The latest value from before the press of a pointer, until it is released: for content that moves when it changes. */
export function useUnpressed<Value>(value: Value): Value {
  const [shown, setShown] = useState(() => value);
  const isHeld = shown !== value && isPointerPressed();
  if (shown !== value && !isHeld) setShown(() => value);
  useEffect(
    // The release may have come between the drawing and this effect; then it follows at once.
    () => (isHeld ? afterPress(() => startTransition(() => setShown(() => value))) : undefined),
    [isHeld, value],
  );
  return isHeld ? shown : value;
}
