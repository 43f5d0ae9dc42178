import { useEffect, useEffectEvent, useState } from 'react';
import { leadAway } from './lead-away.ts';
import { useWhileHere } from './use-while-here.ts';

/**
 * Leads the browser to another service, unless the component is taken from the page while its address is being asked
 * for. `isLeaving` ends when the browser stays after all.
 */
export function useLeaving(onFailure: (error: unknown) => void) {
  const [isLeaving, setLeaving] = useState(false);
  useStillHere(() => setLeaving(false));
  const begin = useWhileHere();
  const leave = (ask: (signal: AbortSignal) => Promise<string>): void => {
    setLeaving(true);
    leadAway(ask, begin()).catch((error: unknown) => {
      setLeaving(false);
      onFailure(error);
    });
  };
  return { isLeaving, leave };
}

/**
 * Detects that an authorisation in progress was abandoned: the browser restores this page as it was left, or the user
 * stays after the question about unsaved changes. The second case is detected by a timer, which does not fire on a page
 * that was left.
 */
function useStillHere(onStay: () => void): void {
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
