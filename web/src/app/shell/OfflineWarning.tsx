import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { offlineText } from '../../lib/http/api-error.ts';
import { isOffline } from '../../lib/http/connection.ts';
import { probeConnection } from '../../lib/http/probe.ts';
import { knownEmail } from '../../lib/session/session.ts';
import { useStore } from '../../lib/browser/store.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import './shell.css';

/** While offline, the page probes the server this often; the first answer ends the warning. */
const retryMs = 10_000;

export function OfflineWarning() {
  const offline = useStore(isOffline);
  const isLoggedIn = useStore(knownEmail) !== null;
  const tryAgain = useTryAgain();
  useEffect(() => {
    if (!offline) return undefined;
    const timer = setInterval(tryAgain, retryMs);
    window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [offline, tryAgain]);
  if (!offline) return null;
  return (
    <div className="offline">
      <Banner
        level="stale"
        title={offlineText}
        action={
          <Button size="sm" onClick={tryAgain}>
            Try now
          </Button>
        }
      >
        {isLoggedIn && 'What you see is the last known state.'}
      </Banner>
    </div>
  );
}

/**
 * Returns a function that probes the server and, if it answers, refetches the queries of the page, or loads the page
 * again if it had failed.
 */
function useTryAgain(): () => void {
  const client = useQueryClient();
  const router = useRouter();
  return useCallback(() => {
    const ask = async () => {
      if (!(await probeConnection())) return;
      if (router.state.matches.some((match) => match.status === 'error')) void router.invalidate();
      void client.refetchQueries({ type: 'active' });
    };
    void ask();
  }, [client, router]);
}
