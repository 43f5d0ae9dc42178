import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { reserveBottom } from '../hooks/reserve-bottom.ts';
import './steady-place.css';

interface Props {
  readonly className: string;
  /** The banner; `null` while there is no banner. */
  readonly children: ReactNode;
}

/**
 * Once the page is scrolled this far, the banner's place is out of sight, and the browser keeps the content in view
 * when the height of the place changes.
 */
const outOfSightPx = 200;

/** Whether the page is too short to be scrolled that far: a banner over the content would never leave. */
const isTooShort = (): boolean => document.documentElement.scrollHeight - window.innerHeight <= outOfSightPx;

/**
 * The place of a banner above the content of a page, which never moves while somebody reads it. A banner that comes
 * later covers the top of the content. A banner that disappears by itself leaves its place empty until the place is
 * scrolled out of sight or the page is left. On a page too short for that, a later banner is at the bottom of the
 * window, below the content.
 */
export function SteadyPlace({ className, children }: Props) {
  const isFilled = children !== null;
  const [hasPlace, setHasPlace] = useState(isFilled);
  const [height, setHeight] = useState(0);
  const [isBelow, setBelow] = useState(false);
  const measure = useCallback(
    (place: HTMLDivElement | null) => {
      if (!place) return undefined;
      // Measuring forces the browser to lay out the page; a banner that already has a place does not need it.
      if (!hasPlace) setBelow(isTooShort());
      const observer = new ResizeObserver(() => setHeight(place.offsetHeight));
      observer.observe(place);
      return () => observer.disconnect();
    },
    [hasPlace],
  );
  useEffect(() => {
    if (isFilled === hasPlace) return undefined;
    const settle = () => {
      if (window.scrollY > outOfSightPx) setHasPlace(isFilled);
    };
    settle();
    window.addEventListener('scroll', settle, { passive: true });
    return () => window.removeEventListener('scroll', settle);
  }, [isFilled, hasPlace]);
  if (!isFilled) return hasPlace ? <div className="steady-gap" style={{ height }} /> : null;
  // A person who closes a banner expects its place to close too.
  const noteClosing = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[aria-label="Close"]')) setHasPlace(false);
  };
  const lateClass = isBelow ? 'steady steady--below' : 'steady steady--over';
  return (
    <div ref={measure} className={hasPlace ? 'steady' : lateClass} onClickCapture={noteClosing}>
      <div className={className} ref={hasPlace || !isBelow ? undefined : reserveBottom}>
        {children}
      </div>
    </div>
  );
}
