import { startTransition, useEffect, useState, type RefObject } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

/** The distance beyond the window, and beyond the edge of a scrolling list, within which an element is near. */
const margins = { rootMargin: '200px 0px', scrollMargin: '60px 0px' };

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Whether an element is on the screen or close to it: for content that is drawn only then. An element stays near while
 * the focus is in it, and every element is near while the page is being printed. All elements share one observer,
 * because each one costs the browser time with every frame.
 */
export function useIsNear(element: RefObject<Element | null>, initially = false): boolean {
  const [isNear, setNear] = useState(initially);
  const isOnPaper = useIsPrinting();
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
  return isNear || isOnPaper;
}

/** Runs in a transition, so that drawing elements that come near does not delay the response to the user's actions. */
function tell(entries: readonly IntersectionObserverEntry[]): void {
  startTransition(() => {
    for (const { target, isIntersecting } of entries) {
      listeners.get(target)?.(isIntersecting || target.contains(document.activeElement));
    }
  });
}
