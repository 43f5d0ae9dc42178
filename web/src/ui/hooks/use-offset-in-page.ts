import { useLayoutEffect, useState, type RefObject } from 'react';

/** Where the last one of each kind began: the next mostly begins there too, and need not be drawn twice. */
const lastOffsets = new Map<'list' | 'table', number>();

/** How far down a part of the page begins. What stands above may grow (a banner): measured whenever the page changes its height. */
export function useOffsetInPage(part: RefObject<HTMLElement | null>, kind: 'list' | 'table'): number {
  const [offset, setOffset] = useState(() => lastOffsets.get(kind) ?? 0);
  useLayoutEffect(() => {
    const measure = () => {
      const now = part.current ? part.current.getBoundingClientRect().top + window.scrollY : 0;
      lastOffsets.set(kind, now);
      setOffset(now);
    };
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [part, kind]);
  return offset;
}
