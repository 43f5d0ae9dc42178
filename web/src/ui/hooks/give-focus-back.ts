/**
 * A callback ref for a part that is far from the place where a person works, like a message with an undo. When it goes
 * while it has the focus, the focus returns to the element from which it came: a browser would send it to the top of the
 * page.
 */
export function giveFocusBack(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  let origin: HTMLElement | null = null;
  const noteOrigin = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !part.contains(relatedTarget)) origin = relatedTarget;
  };
  part.addEventListener('focusin', noteOrigin);
  return () => {
    part.removeEventListener('focusin', noteOrigin);
    if (!part.contains(document.activeElement)) return;
    // React has not finished changing the page, and the undo may move the focus itself.
    queueMicrotask(() => {
      if (document.activeElement === document.body) origin?.focus({ preventScroll: true });
    });
  };
}
