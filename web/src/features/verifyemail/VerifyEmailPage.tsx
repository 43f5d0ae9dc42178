import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { confirmEmail } from '@app/shared/contract/email-verification.ts';
import { call } from '../../lib/call.ts';
import { hasLoginMarker } from '../../lib/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Logo.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import './verify-email.css';

/** Behind the link of the mail; the token stands in the hash, which no server and no log ever sees. */
export function VerifyEmailPage() {
  const token = useTokenOfHash();
  const { error, isPending } = useQuery({
    queryKey: ['confirmEmail', token],
    // Asked once: the link works once.
    queryFn: async () => {
      await call(confirmEmail, { body: { token } });
      return true;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <main className="verify-email">
      <PageTitle>Confirm your e-mail address</PageTitle>
      <Mark size={40} />
      <h1>{isPending ? 'One moment' : error ? 'This link does not work' : 'Your e-mail address is confirmed'}</h1>
      {isPending && <Skeleton width="280px" height="20px" />}
      {error && <Banner level="warn">{error.message}.</Banner>}
      {!isPending && !error && <p className="dim">Alerts about your products are sent to it from now on.</p>}
      {!isPending && (
        <p>
          <Link to={hasLoginMarker() ? '/home' : '/login'} className={buttonClass({ variant: 'primary' })}>
            {hasLoginMarker() ? 'Go to the dashboard' : 'Log in'}
          </Link>
        </p>
      )}
    </main>
  );
}

/** Read once, then taken out of the address: nobody should pass it on with the page. */
function useTokenOfHash(): string {
  const [token] = useState(() => window.location.hash.slice(1) || 'none');
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
