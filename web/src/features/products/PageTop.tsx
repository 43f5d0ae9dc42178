import { useEffect, useRef } from 'react';
import './products.css';

/** Far enough down for the first cards to be out of sight. */
const away = '400px 0px 0px';

/**
 * Tells when the page has been scrolled down, and when it is back at its top. Watched by the browser itself: asking for
 * the position at every scroll made it lay out the page once more.
 */
export function PageTop({ onScrolledAway }: { readonly onScrolledAway: (isAway: boolean) => void }) {
  const top = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!top.current) return undefined;
    const observer = new IntersectionObserver((entries) => onScrolledAway(entries.at(-1)?.isIntersecting === false), {
      rootMargin: away,
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [onScrolledAway]);
  return <span ref={top} className="page-top" />;
}
