import { useRef, type MouseEvent, type PointerEvent } from 'react';

/**
 * Distances in CSS pixels: a sideways move of `begins` starts a swipe, one of `counts` completes it. A smaller or
 * rather vertical move is a tap or a scroll.
 */
const begins = 12;
const counts = 96;

interface Swipe {
  /** `null` if a swipe to the right does nothing; the row then does not follow the finger there. */
  readonly onRight: (() => void) | null;
  readonly onLeft: () => void;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  isSideways: boolean;
}

/**
 * Pointer handlers for a row that can be swiped. The row follows the finger without a render by React, which would
 * delay frames.
 */
export function useSwipe({ onRight, onLeft }: Swipe) {
  const drag = useRef<Drag | null>(null);
  const wasSwiped = useRef(false);
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    // A second finger ends the swipe. The row is put back here, because the end of this pointer does not do it.
    if (drag.current?.isSideways) follow(event.currentTarget, null);
    wasSwiped.current = false;
    drag.current = event.isPrimary ? { x: event.clientX, y: event.clientY, isSideways: false } : null;
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const began = drag.current;
    if (!began) return;
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y];
    if (!began.isSideways) {
      if (Math.abs(dx) < begins || Math.abs(dx) < Math.abs(dy)) return;
      began.isSideways = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    wasSwiped.current = true;
    follow(event.currentTarget, onRight ? dx : Math.min(0, dx));
  };
  const handlePointerUp = (event: PointerEvent<HTMLElement>) => {
    const began = drag.current;
    drag.current = null;
    if (!began?.isSideways) return;
    follow(event.currentTarget, null);
    const dx = event.clientX - began.x;
    if (dx >= counts) onRight?.();
    if (dx <= -counts) onLeft();
  };
  const handlePointerCancel = (event: PointerEvent<HTMLElement>) => {
    drag.current = null;
    follow(event.currentTarget, null);
  };
  /** A click at the end of a swipe is not a tap. */
  const handleClick = (event: MouseEvent) => {
    if (!wasSwiped.current) return;
    wasSwiped.current = false;
    event.stopPropagation();
    event.preventDefault();
  };
  return {
    onPointerDown: handlePointerDown,
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerUp,
    onPointerCancel: handlePointerCancel,
    onClickCapture: handleClick,
  };
}

function follow(element: HTMLElement, dx: number | null): void {
  element.style.translate = dx === null ? '' : `${dx}px`;
  element.dataset['swipe'] = dx === null ? '' : Math.abs(dx) >= counts ? 'far' : 'near';
}
