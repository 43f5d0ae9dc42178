import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { reserveBottom } from '../hooks/reserve-bottom.ts';
import './steady-place.css';

interface Props {
  readonly className: string;
  /** The banner; `null` while there is no banner. */
  readonly children: ReactNode;
}

/** Scrolled this far, the place is out of sight, and the browser keeps the content in view when it changes. */
const outOfSightPx = 200;

/** On a page that cannot be scrolled so far, a banner over the content would stay there. */
const isTooShort = (): boolean => document.documentElement.scrollHeight - window.innerHeight <= outOfSightPx;

/**
 * The place of a banner above the content of a page, which never moves while somebody reads it: a banner that comes
 * later lies over the content, and one that goes by itself leaves its place empty, until the page is scrolled away from
 * it or left. On a page too short for that, a later banner lies below the content, at the bottom of the window.
 */
export function SteadyPlace({ className, children }: Props) {
  const isFilled = children !== null;
  const [hasPlace, setHasPlace] = useState(isFilled);
  const [height, setHeight] = useState(0);
  const [isBelow, setBelow] = useState(false);
  const measure = useCallback(
    (place: HTMLDivElement | null) => {
      if (!place) return undefined;
      // Measuring makes the browser lay out the page at once, which a banner with a place of its own does not need.
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
