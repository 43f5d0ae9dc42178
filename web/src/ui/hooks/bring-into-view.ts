/**
 * A callback ref for a failure that may appear outside the screen: it is scrolled to, and gets the focus. The element
 * needs `tabIndex={-1}`.
 */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
