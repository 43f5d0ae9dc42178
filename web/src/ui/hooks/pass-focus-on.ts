const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * A callback ref for a part of the page that goes with the press of a button inside it, like a banner that is closed or
 * a row that is removed. A browser sends the focus of a removed element to the top of the page; it goes to the next
 * element of the page instead, and after the last one to the one before.
 */
export function passFocusOn(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const heirs = heirsOf(part);
    // The part is removed after this call, together with others perhaps, and a dialog that closes gives the focus back.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      heirs.find(canHaveFocus)?.focus({ preventScroll: true });
    });
  };
}

/** The elements of the same dialog or page that may have the focus: those after the part, then those before it. */
function heirsOf(part: HTMLElement): readonly HTMLElement[] {
  const scope = part.closest('dialog') ?? document.body;
  const others = [...scope.querySelectorAll<HTMLElement>(stops)].filter((element) => !part.contains(element));
  const firstAfter = others.findIndex(
    (element) => (part.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  if (firstAfter < 0) return others.toReversed();
  return [...others.slice(firstAfter), ...others.slice(0, firstAfter).toReversed()];
}

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
