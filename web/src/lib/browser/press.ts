let isPressed = false;
let waiting: (() => void)[] = [];

/** The ends of a press. A context menu and a window that loses the focus may swallow the release. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'blur'] as const;

/** Starts to track whether a pointer is pressed. */
export function followPresses(): void {
  window.addEventListener('pointerdown', press, { capture: true });
  for (const end of ends) {
    window.addEventListener(
      end,
      ({ type, target }) => {
        // Only the window's blur ends a press: the start of a press may take the focus from a field, which is no
        // release.
        if (type !== 'blur' || target === window) release();
      },
      { capture: true },
    );
  }
}

function press(): void {
  isPressed = true;
  window.addEventListener('pointermove', releaseLate, { capture: true });
}

/** Browsers send no event when a scrollbar is released, but the pointer then moves without a pressed button. */
function releaseLate({ buttons }: PointerEvent): void {
  if (buttons === 0) release();
}

function release(): void {
  isPressed = false;
  window.removeEventListener('pointermove', releaseLate, { capture: true });
  // The browser sends the click after the release.
  setTimeout(() => {
    if (isPressed) return;
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

export const isPointerPressed = (): boolean => isPressed;

/**
 * Runs an action that moves parts of the page: immediately, or after the click while a pointer is pressed. Otherwise
 * the press could end on another element than it began on, and the click would be lost. Waiting actions keep their
 * order. Returns a function that cancels the action.
 */
export function afterPress(act: () => void): () => void {
  if (isPressed || waiting.length > 0) waiting.push(act);
  else act();
  return () => void (waiting = waiting.filter((other) => other !== act));
}
