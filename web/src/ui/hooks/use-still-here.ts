import { useEffect, useEffectEvent } from 'react';

/**
 * Detects that an authorisation in progress was abandoned: the browser restores this page as it was left, or the user
 * stays after the question about unsaved changes. The second case is detected by a timer, which does not fire on a page
 * that was left.
 */
export function useStillHere(onStay: () => void): void {
  const handleStay = useEffectEvent(onStay);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && handleStay();
    const handleLeave = (event: BeforeUnloadEvent) => {
      if (event.defaultPrevented) waiting = setTimeout(() => handleStay(), leavingMs);
    };
    window.addEventListener('pageshow', handleShow);
    window.addEventListener('beforeunload', handleLeave);
    return () => {
      clearTimeout(waiting);
      window.removeEventListener('pageshow', handleShow);
      window.removeEventListener('beforeunload', handleLeave);
    };
  }, []);
}

const leavingMs = 500;
