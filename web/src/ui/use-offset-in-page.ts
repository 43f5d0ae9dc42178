import { useLayoutEffect, useState, type RefObject } from 'react';

/** How far down a part of the page begins. What stands above may grow (a banner): measured whenever the page changes its height. */
export function useOffsetInPage(part: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setOffset(part.current ? part.current.getBoundingClientRect().top + window.scrollY : 0);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [part]);
  return offset;
}
