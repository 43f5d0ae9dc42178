import { startTransition, useEffect, useState } from 'react';
import { afterPress, isPointerPressed } from './press.ts';

/**
 * Returns the value, but while a pointer is pressed the value from before the press: for content that moves when the
 * value changes.
 */
export function useUnpressed<Value>(value: Value): Value {
  const [shown, setShown] = useState(() => value);
  const isHeld = shown !== value && isPointerPressed();
  if (shown !== value && !isHeld) setShown(() => value);
  useEffect(
    // If the pointer was released between the render and this effect, `afterPress` updates the value immediately.
    () => (isHeld ? afterPress(() => startTransition(() => setShown(() => value))) : undefined),
    [isHeld, value],
  );
  return isHeld ? shown : value;
}
