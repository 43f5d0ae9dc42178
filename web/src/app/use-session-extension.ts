import { useEffect } from 'react';
import { extendSession } from '@app/shared/contract/auth.ts';
import { call } from '../lib/http/call.ts';
import { knownEmail } from '../lib/session/session.ts';
import { useStore } from '../lib/browser/store.ts';

/** Specification, section 4: once after 60 s, then every 45 minutes. */
const firstMs = 60_000;
const everyMs = 2_700_000;

/** Keeps the session alive while somebody is logged in and the page is open. */
export function useSessionExtension(): void {
  const isLoggedIn = useStore(knownEmail) !== null;
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    // A failure shows itself: the re-login modal or the offline warning opens.
    const extend = () => void call(extendSession).catch(() => undefined);
    let interval: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(() => {
      extend();
      interval = setInterval(extend, everyMs);
    }, firstMs);
    return () => {
      clearTimeout(first);
      clearInterval(interval);
    };
  }, [isLoggedIn]);
}
