import { startTransition, useEffect, useState } from 'react';

let isPressed = false;
const waiting = new Set<() => void>();

/** The ends of a press. A context menu and a window that loses the focus may swallow the release. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'blur'] as const;

window.addEventListener('pointerdown', press, { capture: true });
for (const end of ends) {
  window.addEventListener(
    end,
    ({ type, target }) => {
      // Fields lose the focus too, at the start of a press.
      if (type !== 'blur' || target === window) release();
    },
    { capture: true },
  );
}

function press(): void {
  isPressed = true;
  window.addEventListener('pointermove', releaseLate, { capture: true });
}

/** Browsers send no release of a scrollbar, but the pointer moves without a button afterwards. */
function releaseLate({ buttons }: PointerEvent): void {
  if (buttons === 0) release();
}

function release(): void {
  isPressed = false;
  window.removeEventListener('pointermove', releaseLate, { capture: true });
  // The browser sends the click after the release.
  setTimeout(() => {
    if (isPressed) return;
    for (const act of waiting) act();
  });
}

/**
 * The latest value from before the press of a pointer, until it is released: for content whose parts move when it
 * changes. A press that ends on another element than it began on is no click, and would be lost.
 */
export function useUnpressed<Value>(value: Value): Value {
  const [shown, setShown] = useState(() => value);
  const isHeld = shown !== value && isPressed;
  if (shown !== value && !isHeld) setShown(() => value);
  useEffect(() => {
    if (!isHeld) return undefined;
    const follow = () => startTransition(() => setShown(() => value));
    // The release may have come between the drawing and this effect.
    if (!isPressed) follow();
    waiting.add(follow);
    return () => void waiting.delete(follow);
  }, [isHeld, value]);
  return isHeld ? shown : value;
}
