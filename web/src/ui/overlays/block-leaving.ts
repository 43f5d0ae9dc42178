import type { RouterHistory } from '@tanstack/react-router';

/** The address for which the person has agreed to leave the page; `null` if there is none. */
let agreed: string | null = null;

/**
 * Asks before the page is left, and stays when the answer is false; when the page itself is closed, the browser asks with
 * its own text. The history calls one function after the other, so that a page with several unsaved forms would ask for
 * each of them: an agreement counts for all. Returns a function that ends this.
 */
export function blockLeaving(history: RouterHistory, ask: () => Promise<boolean>): () => void {
  const unblock = history.block({
    enableBeforeUnload: true,
    blockerFn: async ({ currentLocation, nextLocation }) => {
      if (currentLocation.pathname === nextLocation.pathname) return false;
      if (agreed === nextLocation.href) return false;
      agreed = (await ask()) ? nextLocation.href : null;
      return agreed === null;
    },
  });
  return () => {
    agreed = null;
    unblock();
  };
}
