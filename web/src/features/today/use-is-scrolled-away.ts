import { useEffect, useState, type RefObject } from 'react';

/** The height of the top bar, beneath which the page disappears. */
const barHeight = 52;

/** Whether an element has gone beneath the top bar. */
export function useIsScrolledAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const [last] = entries.slice(-1);
        if (last) setAway(!last.isIntersecting && last.boundingClientRect.top < barHeight);
      },
      { rootMargin: `-${barHeight}px 0px 0px` },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
}
