let isPressed = false;
let waiting: (() => void)[] = [];

/** The ends of a press. A context menu and a window that loses the focus may swallow the release. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'blur'] as const;

/** Begins to know when a pointer is pressed. */
export function followPresses(): void {
  window.addEventListener('pointerdown', press, { capture: true });
  for (const end of ends) {
    window.addEventListener(
      end,
      ({ type, target }) => {
        // The start of a press may take the focus from a field, which is no release of the pointer.
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
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

export const isPointerPressed = (): boolean => isPressed;

/**
 * Acts at once, or after the click while a pointer is pressed: for what moves parts of the page. A press that ends on
 * another element than it began on is no click, and would be lost. What waits keeps its order. Returns a function that
 * takes the act back.
 */
export function afterPress(act: () => void): () => void {
  if (isPressed || waiting.length > 0) waiting.push(act);
  else act();
  return () => void (waiting = waiting.filter((other) => other !== act));
}
