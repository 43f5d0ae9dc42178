import type { RouterHistory } from '@tanstack/react-router';

interface LeavableRouter {
  readonly history: RouterHistory;
  /** `resolvedLocation` is the address of the page that is drawn; that of the history may belong to one that is loading. */
  readonly state: { readonly resolvedLocation?: { readonly pathname: string } | undefined };
}

/** The address for which the person has just agreed to leave the page; `null` if there is none. */
let agreed: string | null = null;

/**
 * Asks before the page is left, and stays when the answer is false; when the page itself is closed, the browser asks with
 * its own text. The history calls one such function after the other, so a page with several unsaved forms would ask for
 * each of them. An agreement therefore counts for all of them, until the address has changed. If the next page does not
 * load, this one stays with its changes. Returns a function that ends this.
 */
export function blockLeaving(router: LeavableRouter, ask: () => Promise<boolean>): () => void {
  const { history } = router;
  const unblock = history.block({
    enableBeforeUnload: true,
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const page = router.state.resolvedLocation ?? currentLocation;
      if (page.pathname === nextLocation.pathname) return false;
      if (agreed === nextLocation.href) return false;
      agreed = (await ask()) ? nextLocation.href : null;
      return agreed === null;
    },
  });
  const forget = history.subscribe(() => {
    agreed = null;
  });
  return () => {
    unblock();
    forget();
    agreed = null;
  };
}
