/**
 * A callback ref for a part of the page that goes with the press of a button inside it, like a banner that is closed or
 * a row that is removed. A browser sends the focus of a removed element to the top of the page; it stays in the section
 * of the part instead, at what takes its place, follows it, or is before it, and leaves an empty section for the next.
 */
export function passFocusOn(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const scope = part.closest('dialog') ?? document.body;
    const place: Place = {
      scope,
      section: part.parentElement?.closest('section') ?? scope,
      before: stopsIn(scope).filter(
        (stop) => (part.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
      ),
    };
    // React has not finished changing the page. A dialog that closes with the part has then moved the focus itself.
    queueMicrotask(() => {
      if (document.activeElement === document.body) heirOf(place)?.focus({ preventScroll: true });
    });
  };
}

/** The place of a part that goes. */
interface Place {
  readonly scope: HTMLElement;
  readonly section: HTMLElement;
  /** The elements before it that can have the focus. */
  readonly before: readonly HTMLElement[];
}

/** Returns the element that gets the focus of a part; none if the page has been left. */
function heirOf({ scope, section, before }: Place): HTMLElement | undefined {
  const last = before.findLast((stop) => stop.isConnected);
  if (before.length > 0 && !last) return undefined;
  const stops = stopsIn(scope);
  const next = last ? stops.indexOf(last) + 1 : 0;
  const byNearness = [...stops.slice(next), ...stops.slice(0, next).toReversed()];
  return byNearness.find((stop) => section.contains(stop) && canHaveFocus(stop)) ?? byNearness.find(canHaveFocus);
}

const stopsIn = (scope: HTMLElement): readonly HTMLElement[] => [
  ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
];

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
