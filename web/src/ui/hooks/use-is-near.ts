import { startTransition, useEffect, useState, type RefObject } from 'react';

/** How far beyond the window, and beyond the edge of a list that scrolls by itself, something is near. */
const margins = { rootMargin: '200px 0px', scrollMargin: '60px 0px' };

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Whether an element is on the screen or about to be: for what is drawn only then. It stays near while the focus is in
 * it. One observer for all, as each costs the browser with every picture.
 */
export function useIsNear(element: RefObject<Element | null>, initially = false): boolean {
  const [isNear, setNear] = useState(initially);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    listeners.set(watched, setNear);
    observer ??= new IntersectionObserver(tell, margins);
    observer.observe(watched);
    return () => {
      observer?.unobserve(watched);
      listeners.delete(watched);
    };
  }, [element]);
  return isNear;
}

/** What comes into sight gives way to whatever people do meanwhile. */
function tell(entries: readonly IntersectionObserverEntry[]): void {
  startTransition(() => {
    for (const { target, isIntersecting } of entries) {
      listeners.get(target)?.(isIntersecting || target.contains(document.activeElement));
    }
  });
}
