import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The last offset in px of each kind. The next part of that kind mostly has the same offset, which avoids a second
 * render.
 */
const lastOffsets = new Map<'list' | 'table', number>();

/**
 * The offset in px of a part from the top of the page. It is measured whenever the page's height changes, because
 * content above it may grow (a banner).
 */
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
